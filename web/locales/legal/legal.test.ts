// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { LegalDocument } from '#web/features/visitor/read-legal/documents.ts'

const read = (name: string, language: string): LegalDocument =>
  JSON.parse(readFileSync(new URL(`./${name}.${language}.json`, import.meta.url), 'utf8')) as LegalDocument
const textOf = ({ title, lead, sections }: LegalDocument): string =>
  [
    title,
    lead,
    ...sections.flatMap((section) => [section.title, ...(section.text ?? []), ...(section.list ?? [])]),
  ].join('\n')

describe.each(['terms', 'privacy', 'cookies'])('the legal document %s (R29, H40)', (name) => {
  const [am, en] = [read(name, 'am'), read(name, 'en')]

  it('says the same in both languages: as many sections, paragraphs and items', () => {
    const shape = ({ sections }: LegalDocument) =>
      sections.map(({ title, text, list }) => [title.split('.')[0], text?.length, list?.length])
    expect(shape(am)).toEqual(shape(en))
    expect(am.inForce).toBe(en.inForce)
  })

  it('is written with Armenian signs and letters', () => {
    const text = textOf(am).replaceAll(/^\d+\. /gm, '')
    expect(text).not.toMatch(/[Ա-և]["“”?;]|[Ա-և]:(?!\/)|[ա-և][a-z]|[a-zа-я][Ա-Ֆա-և]/iu)
    expect(text.replaceAll('էլ. ', '').replaceAll('Էլ. ', '')).not.toMatch(/[Ա-և]\.(\s|$)/u)
  })
})

it('the terms hold what the specification promises: 14 days for yearly plans, 30 days before a change (R226)', () => {
  expect(textOf(read('terms', 'en'))).toMatch(/yearly plan that is cancelled within 14 days .* refunded in full/)
  expect(textOf(read('terms', 'en'))).toMatch(/at least 30 days before it takes effect/)
  expect(textOf(read('terms', 'am'))).toMatch(/14 օրվա ընթացքում .* ամբողջ գումարը վերադարձվում է/)
  expect(textOf(read('terms', 'am'))).toMatch(/առնվազն 30 օր առաջ/)
})

it.each([
  ['en', /ended.* on the “Plan and payment” page/, /nobody verifies: seven days .*, 30 days at most/],
  ['am', /ավարտվել է, .*փաթեթի և վճարումների էջում/, /չի հաստատվել՝ .*յոթ օր, .*առավելագույնը 30 օր/],
])(
  'say where a business whose time has ended deletes its account (H25), and when a sign-up that nobody verifies is forgotten (decision 35; %s)',
  (language, where, forgotten) => {
    for (const [name, section] of [
      ['terms', 1],
      ['privacy', 8],
    ] as const)
      expect(read(name, language).sections[section]?.list?.join('\n'), name).toMatch(where)
    expect(read('privacy', language).sections[7]?.list?.join('\n')).toMatch(forgotten)
  },
)

it.each([
  [
    'en',
    [
      /new address of yours that is not verified/,
      /in the log of our web server, 14 days/,
      /seven days, even if you have changed or removed it/,
      /could not be delivered: 30 days/,
      /Backups: 30 days/,
    ],
  ],
  [
    'am',
    [
      /նոր հասցեն, քանի դեռ այն հաստատված չէ՝ 24 ժամ/,
      /մեր վեբ սերվերի գրառումներում՝ 14 օր/,
      /յոթ օր, նույնիսկ եթե այդ ընթացքում փոխել կամ ջնջել եք/,
      /չի հաջողվել առաքել՝ 30 օր/,
      /Պահուստային պատճենները՝ 30 օր/,
    ],
  ],
] as const)(
  'the privacy policy says how long what is no part of an account stays, and the pages for operators ask for no longer (%s)',
  (language, promises) => {
    const stays = read('privacy', language).sections[7]?.list?.join('\n')
    for (const promise of promises) expect(stays).toMatch(promise)
    const paper = (name: string) => readFileSync(new URL(`../../../infra/docs/${name}.md`, import.meta.url), 'utf8')
    expect(paper('restoring')).toMatch(/a backup is deleted after 30 days at most/)
    expect(paper('operating')).toMatch(/nginx's error log, for 14 days and no longer/)
  },
)

it.each([
  ['en', /printed cards you have added: their codes/, /^Printed cards you have added: as long as the account exists/m],
  ['am', /ավելացրած տպագիր քարտերը՝ դրանց կոդերը/, /ավելացրած տպագիր քարտերը՝ քանի դեռ հաշիվը կա/],
] as const)('the privacy policy names printed cards, and how long they are kept (%s)', (language, what, howLong) => {
  const { sections } = read('privacy', language)
  expect(sections[1]?.list?.join('\n')).toMatch(what)
  expect(sections[7]?.list?.join('\n')).toMatch(howLong)
})

/** Under which names the web app keeps something in a browser, and the words that say so. */
const KEPT: Record<string, RegExp> = {
  'hatik.user': /account in short/,
  'hatik.language': /The language, /,
  'hatik.theme': /light or dark look/,
  'hatik.camera': /camera for scanning/,
  'hatik.counter-camera-off': /whether the counter's camera is on/,
  'sound-enabled': /whether sounds are on/,
  'hatik.verifying': /redemption codes that got no answer/,
  'hatik.trial-expired': /business's trial has ended/,
  'hatik.leaving': /signed out offline/,
  'hatik.visit-end': /when a support visit ends/,
  'hatik.first-day': /first steps on its dashboard/,
  'hatik.poster': /downloaded a poster/,
  'hatik.wallet': /balances, codes and statements that a buyer saw last/,
  'hatik.push-asked': /whether to be told about points/,
  'hatik.install-asked': /whether to add Hatik to your Home screen/,
  'hatik.new-code': /After a sign-up in this browser: your code/,
  'hatik.till': /browser of a business's till: which till it is/,
  'hatik.till-last-act': /when it was last used/,
  openDB: /awards made offline/,
  "useCarriedForm('registration'": /typed into the business registration form/,
  "useCarriedForm('sign-up'": /On other forms, only while/,
  'useCarriedForm(`business-': /On other forms, only while/,
}
/** Pages tell each other something by it; it keeps nothing. */
const SAID = ['hatik.awards', 'hatik.buyer-display']

it('the cookie policy names everything that is kept in a browser', () => {
  const web = new URL('../../', import.meta.url)
  const sources = globSync('{app,components,features,lib}/**/*.{ts,tsx}', { cwd: web }).filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file),
  )
  const names = sources.flatMap(
    (file) =>
      readFileSync(new URL(file, web), 'utf8').match(
        /(?<=['`])hatik\.[a-z-]+|(?<=')sound-enabled|openDB\b|indexedDB\.open\(|(?<!function )useCarriedForm\(['`][a-z-]+'?/g,
      ) ?? [],
  )
  expect([...new Set(names)].filter((name) => !SAID.includes(name)).sort()).toEqual(Object.keys(KEPT).sort())
  for (const [name, words] of Object.entries(KEPT))
    expect(read('cookies', 'en').sections[1]?.list?.join('\n'), name).toMatch(words)
})
