import { expect, it } from 'vitest'
import type { Language } from '#contracts/calls/account/session.ts'
import type { PdfBlock } from '#platform/documents/pdf.ts'
import { statementText, type StatementFile } from './statement-file.ts'
import { STATEMENT_WORDS } from './words.ts'

const none = {
  balanceTenths: 0,
  openingTenths: 0,
  awardedTenths: 0,
  returnedTenths: 0,
  redeemedTenths: 0,
  voidedTenths: 0,
  forfeitedTenths: 0,
  mergedTenths: 0,
  closingTenths: 0,
  movements: 0,
}
const line: StatementFile['lines'][number]['line'] = {
  position: '1',
  eventId: 'a',
  type: 'PointsAwarded',
  happenedAt: '2026-09-29T21:51:00.000Z',
  recordedAt: '2026-11-26T06:53:00.000Z',
  doneBy: 'business',
  perkName: null,
  amountAmd: 1_249,
  receipt: null,
  reason: null,
  missing: null,
  awardId: 'a',
  redemptionId: null,
  balanceBefore: '0',
  points: '2.4',
  balance: '2.4',
  countedAmd: 1_200,
  leftoverAmd: 49,
}
const textOf = (language: Language, change: Partial<StatementFile> = {}) =>
  statementText({
    language,
    clock: 'recorded',
    businessName: 'Կոֆե Տուն',
    buyerCode: 'AN1234',
    period: { from: undefined, to: undefined },
    sums: none,
    asOf: { position: '1', at: '2026-11-26T06:53:00.000Z', lastCheckedAt: null },
    lines: [{ line, deltaTenths: 24, afterTenths: 24 }],
    ...change,
  })
it.each<[Language, string, string]>([
  ['am', 'Ուղղված գնում', 'մնացորդը չբավարարեց'],
  ['en', 'Purchase corrected to', 'points short: 3'],
])('a correction names the new amount, the reason and what is missing (%s)', (language, what, short) => {
  const corrected = { ...line, type: 'AwardCorrected', reason: 'a digit too many', missing: '3.0' } as const
  const { what: words } = STATEMENT_WORDS[language]
  expect(words(corrected)).toMatch(new RegExp(`^${what}.*\\(a digit too many\\), ${short}`))
  expect(words({ ...corrected, missing: '0.0' })).not.toContain(short.split(':')[0])
})

it.each<[Language, string]>([
  ['am', 'նախկինում'],
  ['en', 'was'],
])('a correction says what the purchase was (%s)', (language, was) => {
  const of = { position: '17', happenedAt: '2026-11-20T06:53:00.000Z', amountAmd: 123_450 }
  const corrected = { ...line, type: 'AwardCorrected', reason: 'a digit too many', of } as const
  const { what: words } = STATEMENT_WORDS[language]
  expect(words(corrected).replaceAll(/[\s,]/g, '')).toContain('123450')
  expect(words(corrected)).toContain(was)
  expect(words({ ...corrected, of: null })).not.toContain(was)
})

const blocksOf = (language: Language, change: Partial<StatementFile> = {}) => textOf(language, change).blocks
const found = <K extends PdfBlock['kind']>(blocks: readonly PdfBlock[], kind: K) =>
  blocks.find((block): block is Extract<PdfBlock, { kind: K }> => block.kind === kind)!

it.each<[Language, string[]]>([
  [
    'am',
    [
      'սկզբից մինչև այսօր',
      '1\u00a0նոյեմբերի 2026 – այսօր',
      'սկզբից մինչև 2026\u00a0թ. նոյեմբերի\u00a05-\u2060ը',
      '1\u00a0նոյեմբերի 2026 – 5\u00a0նոյեմբերի 2026',
    ],
  ],
  [
    'en',
    [
      'from the start to today',
      'Nov\u00a01, 2026 – today',
      'from the start to Nov\u00a05, 2026',
      'Nov\u00a01, 2026 – Nov\u00a05, 2026',
    ],
  ],
])('a statement names its days, even if one end was left open (%s)', (language, texts) => {
  const [from, to] = ['2026-11-01', '2026-11-05']
  const periods = [
    { from: undefined, to: undefined },
    { from, to: undefined },
    { from: undefined, to },
    { from, to },
  ]
  expect(periods.map((period) => found(blocksOf(language, { period }), 'pairs').pairs[2]?.[1])).toEqual(texts)
})

it('a time in an Armenian table is split into day and time: months are long, and a line has two times (H10)', () => {
  expect(found(blocksOf('am'), 'table').rows[0]?.slice(0, 2)).toEqual([
    '30\u00a0սեպտեմբերի 2026\n01:51',
    '26\u00a0նոյեմբերի 2026\n10:53',
  ])
  expect(found(blocksOf('en'), 'table').rows[0]?.slice(0, 2)).toEqual([
    'Sep\u00a030, 2026, 01:51',
    'Nov\u00a026, 2026, 10:53',
  ])
})

it('every page of a statement names its buyer and business in the footer, in case pages are separated', () => {
  for (const language of ['am', 'en'] as const) expect(textOf(language).footer).toContain('AN1234 · Կոֆե Տուն')
})
