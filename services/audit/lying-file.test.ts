/** Valid chains with a wrong content or signer. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { leafHash } from '#contracts/verify/merkle.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { chained, chainStart, closingLine, splitSealed } from '#contracts/verify/sealed-line.ts'
import { fileText, headText } from '#contracts/verify/signatures.ts'
import { verifyFile } from '#contracts/verify/verify-file.ts'
import { sealedFile, type Opening } from './sealed-file.ts'
import { openSigningKey } from './signing-key.ts'
import { inclusion, leavesOf, rootOf } from './testing/plain-merkle.ts'

const newKey = () => openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
const key = newKey()
const other = newKey()

type Event = { stream?: string; type: string; revision: number; data: Record<string, unknown> }
type Line = { event?: Event; balance?: string; proof?: { index: number; path: string[] } }

const opening = (more: Partial<Opening> = {}): Opening => ({
  hatik: 'statement/1',
  query: {},
  position: '99',
  head: null,
  keys: {},
  ...more,
})

function written(lines: readonly Line[], more: Partial<Opening> = {}, signer = key): string {
  const sealed = sealedFile(opening(more), signer, 'jsonl')
  return [sealed.opening(), ...lines.map((line) => sealed.json(line))].join('') + sealed.closing()
}

const problemsOf = async (text: string, options = {}) =>
  (await verifyFile(text, options)).problems.map(({ line, problem }) => `${line} ${problem}`)

/** Events of every kind that moves points. */
const HISTORY: (Event & { balance: string })[] = (
  [
    ['PointsAwarded', { tenths: 100 }, '10.0'],
    ['PerkRedeemed', { costTenths: 40 }, '6.0'],
    ['RedemptionUsed', {}, '6.0'],
    ['PerkRedeemed', { costTenths: 15 }, '4.5'],
    ['RedemptionCancelled', {}, '4.5'],
    ['PointsRefunded', { tenths: 15 }, '6.0'],
    ['PointsAwarded', { tenths: 7 }, '6.7'],
    ['AwardVoided', { tenths: 7 }, '6.0'],
    ['AwardCorrected', { differenceTenths: -13 }, '4.7'],
    ['AwardCorrected', { differenceTenths: 13 }, '6.0'],
    ['RedemptionReopened', {}, '6.0'],
    ['PointsMergedIn', { tenths: 25 }, '8.5'],
    ['AccountClosed', { forfeitedTenths: 85 }, '0.0'],
  ] as const
).map(([type, data, balance], revision) => ({ type, revision, data, balance }))
const lines = HISTORY.map(({ balance, ...event }): Line => ({ event, balance }))

describe('a statement', () => {
  it('is valid if every event is there and moves the balance accordingly', async () => {
    expect(await verifyFile(written(lines))).toMatchObject({ ok: true, kind: 'statement', events: lines.length })
  })

  it('is refused if an event is left out, wherever it was', async () => {
    for (const at of lines.keys()) {
      if (at === lines.length - 1) continue
      expect(await problemsOf(written(lines.toSpliced(at, 1)))).toContain(`${at + 2} revision_missing`)
    }
  })

  it('is refused with events of another account, all of them or a single one', async () => {
    const of = (stream: string, line: Line): Line => ({ ...line, event: { ...line.event!, stream } })
    const own = lines.map((line) => of('account-7.8', line))
    const named = { query: { statement: 'account-7.8' } }
    expect(await problemsOf(written(own, named))).toEqual([])
    expect(await problemsOf(written(own))).toEqual([])
    expect(await problemsOf(written(own, { query: { statement: 'account-7.9' } }))).toEqual(
      own.map((_, at) => `${at + 2} other_account`),
    )
    for (const more of [named, {}])
      expect(await problemsOf(written(own.with(3, of('account-7.9', own[3]!)), more))).toEqual(['5 other_account'])
    expect(await problemsOf(written(own.with(3, lines[3]!), named))).toEqual(['5 other_account'])
  })

  it('is refused at the first line with a wrong balance', async () => {
    for (const [at, line] of lines.entries()) {
      const [whole, tenth] = line.balance!.split('.').map(Number)
      const more = lines.with(at, { ...line, balance: `${whole! + 1}.${tenth}` })
      expect((await problemsOf(written(more)))[0]).toBe(`${at + 2} balance_wrong`)
    }
  })

  it('is refused with a duplicate JSON key, whoever signed it, because a reader and a parser see different values', async () => {
    const twice = (text: string, once: string, both: string) => {
      let chain = chainStart()
      const sealed = text
        .split('\n')
        .slice(0, -2)
        .map((line) => {
          const body = splitSealed(line)!.body.replace(once, both)
          chain = chained(chain, body)
          return `${body},"chain":"${chain.hash}"}`
        })
      const closing = { lines: sealed.length - 1, hash: chain.hash, keyId: key.keyId }
      return [...sealed, closingLine({ ...closing, signature: key.sign(fileText(chain.hash)) }), ''].join('\n')
    }
    const text = written(lines)
    expect(await problemsOf(twice(text, 'no such text', ''))).toEqual([])
    expect(await problemsOf(twice(text, '"tenths":100', '"tenths":900,"tenths":100'))).toContain('2 unreadable_line')
    expect(await problemsOf(twice(text, '"balance":"10.0"', '"balance":"90.0","balance":"10.0"'))).toContain(
      '2 unreadable_line',
    )
    expect(await problemsOf(twice(text, '"position":"99"', '"position":"1","position":"99"'))).toContain(
      '1 not_a_hatik_file',
    )
  })

  it('accepts only one notation of a balance', async () => {
    expect(await problemsOf(written(lines.with(1, { ...lines[1]!, balance: '6' })))).toEqual(['3 balance_wrong'])
    expect(await problemsOf(written(lines.with(1, { ...lines[1]!, balance: 'six' })))).toEqual(['3 balance_wrong'])
  })
})

describe('a file whose events claim to be in the log', () => {
  const events = HISTORY.map(({ balance: _, ...event }) => event)
  const leaves = [...leavesOf(3), ...events.map((event) => leafHash(canonicalText(event)))]
  const unsigned = { size: leaves.length, root: toHex(rootOf(leaves)), position: '99', at: '2026-01-30T10:00:10.000Z' }
  const head = { ...unsigned, keyId: key.keyId, signature: key.sign(headText(unsigned)) }
  const proven = events.map((event, at): Line => ({
    event,
    proof: { index: 3 + at, path: inclusion(3 + at, leaves).map(toHex) },
  }))
  const exported = { hatik: 'export/1', head } as const

  it('is valid with a proof of each', async () => expect(await problemsOf(written(proven, exported))).toEqual([]))

  it('is refused if an event is not, although its proof is of another that is', async () => {
    const better = { ...proven[0]!, event: { ...events[0]!, data: { tenths: 1_000 } } }
    expect(await problemsOf(written(proven.with(0, better), exported))).toEqual(['2 not_in_the_log'])
    expect(await problemsOf(written(proven.with(0, { ...proven[0]!, proof: proven[1]!.proof! }), exported))).toEqual([
      '2 not_in_the_log',
    ])
  })

  it('is refused if an event has no proof, or there is no head to prove against', async () => {
    expect(await problemsOf(written(proven.with(4, { event: events[4]! }), exported))).toEqual(['6 not_in_the_log'])
    expect(await problemsOf(written([proven[0]!], { ...exported, head: null }))).toEqual(['2 not_in_the_log'])
  })

  it("is refused if its head is not signed, or signed under another key's id", async () => {
    expect(
      await problemsOf(written(proven, { ...exported, head: { ...head, signature: other.sign(headText(unsigned)) } })),
    ).toEqual(['1 head_signature_wrong'])
    expect(
      await problemsOf(written(proven, { ...exported, head: { ...head, at: '2026-01-31T10:00:10.000Z' } })),
    ).toEqual(['1 head_signature_wrong'])
    const byOther = { ...head, keyId: other.keyId, signature: other.sign(headText(unsigned)) }
    expect(await problemsOf(written(proven, { ...exported, head: byOther }))).toEqual(['1 key_unknown'])
    expect(
      await problemsOf(written(proven, { ...exported, head: byOther, keys: { [other.keyId]: other.publicKey } })),
    ).toEqual([])
    const borrowed = 'ab'.repeat(32)
    expect(
      await problemsOf(
        written(proven, { ...exported, head: { ...byOther, keyId: borrowed }, keys: { [borrowed]: other.publicKey } }),
      ),
    ).toEqual(['1 key_unknown'])
  })
})

describe('a file rewritten without the key', () => {
  const own = { hatik: 'export/1' } as const
  const forged = [{ event: { type: 'PointsAwarded', revision: 0, data: { tenths: 10_000 } } }]

  it('is refused if it publishes its own key under our key id', async () => {
    const text = written(forged, own, { ...other, keyId: key.keyId })
    expect(await problemsOf(text)).toEqual(['3 key_unknown'])
    expect(await problemsOf(text, { knownKey: key.keyId })).toEqual(['3 key_unknown'])
  })

  it("is refused with another file's closing line, even of the same number of lines", async () => {
    const genuine = written([{ event: { type: 'PointsAwarded', revision: 0, data: { tenths: 10 } } }], own)
    const closing = genuine.split('\n').at(-2)!
    const text = [
      ...written(forged, own, { ...other, keyId: key.keyId, publicKey: key.publicKey })
        .split('\n')
        .slice(0, -2),
      closing,
      '',
    ].join('\n')
    expect(await problemsOf(text, { knownKey: key.keyId })).toEqual(['3 line_changed'])
  })

  it('is refused if it states another number of lines than it has', async () => {
    const text = written(forged, own)
    const { hash } = JSON.parse(text.split('\n').at(-2)!) as { hash: string }
    const closing = closingLine({ lines: 2, hash, keyId: key.keyId, signature: key.sign(fileText(hash)) })
    expect(await problemsOf([...text.split('\n').slice(0, -2), closing, ''].join('\n'))).toEqual(['3 line_missing'])
  })

  it('is refused with free text as its position or time, because these are shown beside the verdict', async () => {
    for (const position of ['99 and intact', '99\n', '', '\u001b[8m', '9'.repeat(20)])
      expect([position, await problemsOf(written(forged, { ...own, position }))]).toEqual([
        position,
        ['1 not_a_hatik_file'],
      ])
    for (const position of ['-1', null]) expect(await problemsOf(written(forged, { ...own, position }))).toEqual([])
    const head = {
      size: 0,
      root: '00'.repeat(32),
      position: null,
      at: '2026-01-30T10:00:10.000Z',
      keyId: key.keyId,
      signature: '',
    }
    for (const lie of [{ at: 'yesterday' }, { at: '2026-01-30T25:00' }, { position: 'the last' }])
      expect(await problemsOf(written(forged, { ...own, head: { ...head, ...lie } }))).toEqual(['1 not_a_hatik_file'])
  })

  it('ends with the closing line and its line feed, without anything after', async () => {
    expect(await problemsOf(written(forged, own).slice(0, -1))).toEqual(['3 end_missing'])
    expect(await problemsOf(`${written(forged, own)}x`)).toEqual(['4 end_missing'])
  })
})

describe('a line of a CSV file', () => {
  const line = (...columns: (string | number | null)[]) =>
    sealedFile(opening(), key, 'csv')
      .csv(columns)
      .replace(/,[0-9a-f]{64}\n$/, '')

  it('never begins a formula, and keeps numbers as they are', () => {
    expect(line('=1+1', '+7', '-3', '-4.5', '-cmd', '@x', '\tx', 'a=b', -12)).toBe(
      `'=1+1,'+7,-3,-4.5,'-cmd,'@x,'\tx,a=b,-12,1`,
    )
    // Where semicolons separate columns, this becomes two cells.
    expect(line('tea;=1+1;-2', 'a\t@x', 'b; c')).toBe(`tea;'=1+1;'-2,a\t'@x,b; c,1`)
  })

  it('stays one line with separate columns', () => {
    expect(line('a "b"', 'c,d', 'e\r\nf\u2028g', null, 'h')).toBe('"a ""b""","c,d",e f g,,h,1')
  })
})
