// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '#contracts/calls/errors.ts'
import { PAGES } from '#contracts/pages/page-metadata.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { namespacesOf, wordsOf } from '../../infra/testing/browser/e2e-words.ts'

const web = fileURLToPath(new URL('..', import.meta.url))

type Words = { [key: string]: string | Words }
const words = (language: Language): Map<string, string> => flat(wordsOf(language))

function flat(tree: Words, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  )
}

const [am, en] = [words('am'), words('en')]

it('a section is in one namespace, the same in both languages, because words are found without naming one', () => {
  const placed = (language: Language) =>
    Object.entries(namespacesOf(language)).flatMap(([namespace, sections]) =>
      Object.keys(sections).map((section) => `${section} in ${namespace}`),
    )
  expect(placed('am').toSorted()).toEqual(placed('en').toSorted())
  expect(new Set(placed('am').map((one) => one.split(' ')[0])).size).toBe(placed('am').length)
})

const placeholders = (text = ''): string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(web + file, 'utf8') }))

/** Texts outside the locale files, without code and comments: only quoted strings count. */
const documents = [
  'accounts/mails/english.ts',
  'accounts/mails/armenian.ts',
  'accounts/mails/second-factor-mails.ts',
  'accounts/mails/words.ts',
  'api/routes/business/figures/book-words.ts',
  'api/routes/business/reports/report-words.ts',
  'api/routes/statement/words.ts',
  'businesses/invoice-pdf/words.ts',
  'businesses/invoice-register/words.ts',
  'contracts/calls/errors.ts',
  'contracts/pages/page-metadata.ts',
]
  .map((file): readonly [string, string] => [file, quoted(readFileSync(`${web}../services/${file}`, 'utf8'))])
  .concat(
    readdirSync(`${web}locales/legal`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file, readFileSync(`${web}locales/legal/${file}`, 'utf8')] as const),
  )

/** The texts of all string literals and templates, except those that the specification words differently. */
function quoted(source: string): string {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) &&
      /[A-ZԱ-Ֆ ]/.test(node.text)
    )
      texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('words.ts', source, ts.ScriptTarget.Latest, true))
  return texts.filter((text) => !text.startsWith('Please verify your email address before logging in')).join('\n')
}

/** Quoted by the specification (R207). */
const SPECIFIED_OTHERWISE = new Set(['errors.email_unverified'])

/** Per term of the glossary, the variants that no text may use. */
const BANNED: [term: string, banned: { en?: RegExp; am?: RegExp }][] = [
  ['email', { en: /\be-mail|\bmails?\b/i }],
  ['sign in, sign out', { en: /\blog(ged|ging|s)? ?(in|out|off)\b|\bsignin\b/i }],
  ['undo an award', { en: /\bcall(ed|s|ing)?[ -](\w+ ){0,2}back\b|\brevoke|\bvoid/i, am: /կանչեր/i }],
  ['reports', { en: /\bfigures?\b/i }],
  ['make live', { en: /\bserves?\b/i, am: /անցնե՞?լ (դրան|այս սերնդին)/iu }],
  ['account replay', { en: /^one account$/i, am: /^մեկ հաշիվ$/iu }],
  ['signed checkpoint', { en: /\bheads?\b/i }],
  ['entry', { en: /\bmovements?\b|nothing moved/i, am: /(?<![ա-և])շարժ(ը|ի|ն|ում|եր[ա-և]*)?(?![ա-և])/iu }],
  ['how it adds up', { en: /how it comes about/i }],
  ['ledger position', { en: /\bplace in the ledger\b|\bas of place\b/i }],
  ['keep it', { am: /^պահել$/iu }],
  ['view only', { en: /\b(looks?|looking|looked) only\b|\bonly (look|looks|looking)\b/i }],
  ['hand over a perk', { en: /\b(give|gave|given|giving) out\b/i }],
  ['loyalty program', { en: /\bprogrammes?\b/i }],
  ['tax ID', { en: /\btax number\b/i }],
  ['buyer ID', { en: /\bbuyer code\b/i, am: /գնորդի Ձեր|Ձեր գնորդի կոդ/iu }],
  ['paid period', { en: /\bpaid time\b/i, am: /(վճարված|ընթացիկ) շրջան/iu }],
  ['points outstanding', { am: /չօգտագործված միավոր/iu }],
  ['owner', { am: /բիզնեսի տեր/iu }],
  ['administration', { am: /կառավարմանը|ադմինի(?![ա-և])/iu }],
]

describe('the locale files', () => {
  it('the locale files have the same keys in both languages', () => {
    expect([...am.keys()].sort()).toEqual([...en.keys()].sort())
  })

  it('no text is empty, and both languages use the same placeholders', () => {
    for (const [key, text] of en) {
      expect(text.trim(), key).not.toBe('')
      expect(am.get(key)?.trim(), key).not.toBe('')
      expect(placeholders(am.get(key)), key).toEqual(placeholders(text))
    }
  })

  it('the document title of a signed-in page equals its heading', () => {
    const titles = {
      '/billing': 'billing',
      '/edit-business': 'editBusiness',
      '/edit-profile': 'profile',
      '/figures': 'figures',
      '/figures/events': 'events',
      '/reports': 'dayReport',
      '/people-and-tills': 'peopleAndTills',
      '/statement/:id': 'statement',
    } as const
    for (const [path, group] of Object.entries(titles)) {
      const { words: head } = PAGES[path as keyof typeof titles]
      expect([path, head.am[0], head.en[0]]).toEqual([path, am.get(`${group}.title`), en.get(`${group}.title`)])
    }
  })

  it('every error code, including those of the browser, has a text in exactly one section', () => {
    const sections = ['errors', 'dashboardErrors', 'staffErrors', 'fields']
    for (const code of [...ERROR_CODES, 'network', 'unreadable', 'visit_ended'])
      expect(
        sections.filter((section) => en.has(`${section}.${code}`)),
        code,
      ).toHaveLength(1)
  })

  it('every singular form has a plural form', () => {
    for (const key of en.keys())
      if (key.endsWith('_one')) expect(en.has(key.replace(/_one$/, '_other')), key).toBe(true)
  })

  it('texts with a counted noun have a singular form, so that no screen says "1 points awarded"', () => {
    const fixed = new Set(['fields.several', 'pricingAnswers.refund', 'visit.ruleTime', 'audit.exported'])
    for (const [key, text] of en)
      if (!/_(one|other)$/.test(key) && !fixed.has(key))
        expect(text, key).not.toMatch(
          /\{\{count\}\}|\{\{\w+\}\} (?:\w+ )?(points|days|minutes|hours|awards|perks|businesses|movements|events|buyers|fields|rows|entries)\b/,
        )
    // These texts count at least two items, fixed numbers or a total.
    expect([...fixed].filter((key) => !en.has(key))).toEqual([])
  })

  it('every text is used by the source code', () => {
    const everything = sources.map(({ text }) => text).join('\n')
    const families = [...everything.matchAll(/`((?:[a-zA-Z]+\.)+)\$\{/g)].map((match) => match[1] ?? '')
    const unused = [...en.keys()]
      .map((key) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !everything.includes(`'${key}'`) && !families.some((family) => key.startsWith(family)))
    expect(unused).toEqual([])
  })

  it('Armenian texts use Armenian punctuation: ։ ends a sentence, ՞ stands inside the word, quotes are «»', () => {
    for (const [key, text] of am) {
      expect(text, key).not.toMatch(/[Ա-և]["“”?;]|[Ա-և]:(?!\/)|\.$(?<!\.\.\.)/u)
      if (/[Ա-և]\.( |$)/u.test(text))
        expect(text, `${key}: a full stop only in abbreviations or as a middle dot`).toMatch(/Էլ\.|էլ\.|կոճակը\./)
    }
  })

  it('Armenian texts are grammatical with any number, sum or day inserted', () => {
    for (const [key, text] of am) {
      expect(text, `${key}: 1 would need «1-ին»`).not.toMatch(/\}\}-\u2060?րդ/u)
      expect(text, `${key}: zero has no article`).not.toMatch(/\{\{(?!amount|credit)\w+\}\}-\u2060?[ըն](?![ա-և])/u)
      expect(text, `${key}: a day ends with its year, which takes no ending`).not.toMatch(/\{\{day\}\}-/u)
      expect(text, `${key}: after «մինչև» a day needs its article`).not.toMatch(/մինչև \{\{(day|date|moment)\}\}/u)
    }
  })

  it('numbers stay on one line with their endings, thousands and units, and foreign words with their endings', () => {
    const legal = ['terms', 'privacy', 'cookies'].map(
      (name) => [name, readFileSync(`${web}locales/legal/${name}.am.json`, 'utf8')] as const,
    )
    for (const [key, text] of [...am, ...legal]) {
      expect(text, key).not.toMatch(/(\d|\}\}|%|֏|ՄԲ)-(?!\u2060)[ա-և]/u)
      expect(text, `${key}: a foreign word or abbreviation with its ending`).not.toMatch(/[A-Za-zԱ-Ֆ]-(?!\u2060)[ա-և]/u)
      expect(text, key).not.toMatch(/\d\s%/u)
      expect(text, key).not.toMatch(/\d (?=\d{3}(?!\d)|֏|ՄԲ)/u)
    }
  })

  it.each(BANNED)('each concept has one term in each language: %s (glossary.md)', (_term, banned) => {
    for (const [said, pattern] of [
      [en, banned.en],
      [am, banned.am],
    ] as const)
      for (const [key, text] of said)
        if (pattern && !SPECIFIED_OTHERWISE.has(key))
          expect(text.replaceAll(/\{\{\w+\}\}/g, '…'), key).not.toMatch(pattern)
  })

  it('mails, documents, page titles and legal texts use the same terms as the screens (glossary.md)', () => {
    for (const [file, text] of documents)
      for (const [term, banned] of BANNED)
        for (const pattern of [banned.en, banned.am]) if (pattern) expect(text, `${file}: ${term}`).not.toMatch(pattern)
  })

  it('Armenian texts call an invoice «վճարման հաշիվ», because «հաշիվ» alone means an account (glossary.md)', () => {
    const ofInvoices =
      /^(invoice\w*|planConfirm\w*|planOutcomes|pricingAnswers|confirmInvoice)\.|^(adminBusinesses\.(noInvoices|confirm)|adminSystem\.seller\.|errors\.invoice)/
    for (const [key, text] of am)
      if (ofInvoices.test(key))
        expect(text, key).not.toMatch(/(?<!վճարման |[ա-և])հաշ(իվ[ա-և]*|վ(ի|ից|ով|ում))(?![ա-և])/iu)
  })

  it('a business’s status has the same words in the admin lists and in time travel (H24)', () => {
    for (const said of [am, en]) {
      const statuses = [...said].filter(([key]) => key.startsWith('admin.statuses.'))
      expect(statuses).toHaveLength(6)
      for (const [key, status] of statuses)
        expect(said.get(key.replace('admin.statuses', 'travelStatus')), key).toBe(status)
    }
  })

  it('a support visit’s state has the same words for businesses, administrators and auditors (H31)', () => {
    for (const said of [am, en]) {
      expect(said.get('adminPeople.running')?.toLowerCase()).toBe(said.get('visits.running'))
      expect(said.get('adminPeople.expired')).toBe(said.get('visitEnds.expired'))
    }
  })

  it('a redemption’s state has the same words for buyers and administrators', () => {
    for (const said of [am, en])
      for (const state of ['pending', 'used'])
        expect(said.get(`accountReplay.states.${state}`)).toBe(said.get(`redemptions.${state}`))
  })

  it('every confirmation of a removal uses the same words for keeping the item', () => {
    // A redemption is asked about by two buttons that both name what they do.
    const acts = ['planSteps.keep', 'profile.keepPassword', 'redemptions.keep']
    for (const said of [am, en]) {
      const ways = [...said].filter(
        ([key, text]) => !acts.includes(key) && /^(keep (it|the)|պահել|թողնել)(?![ա-և])/iu.test(text),
      )
      // Visitors load `reviews` without the texts of signed-in users, so it repeats the label.
      expect(ways.map(([key]) => key)).toEqual(['wayBack.keep', 'reviews.keep'])
      expect(said.get('reviews.keep')).toBe(said.get('wayBack.keep'))
    }
  })

  it('Armenian texts use only characters of the shipped fonts, which lack the one-dot leader', () => {
    for (const [key, text] of am)
      expect(text, key).not.toMatch(/[^\p{Script=Armenian}\u0020-\u00ff\n–—…’“”„−·№֏\u2060\u202f]/u)
  })

  it('all texts use only characters within the unicode ranges of the font faces', () => {
    const css = readFileSync(`${web}components/brand/fonts.css`, 'utf8')
    const ranges = [...css.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
      ([, first = '', last = first]) => [parseInt(first, 16), parseInt(last, 16)] as const,
    )
    expect(ranges.length).toBeGreaterThan(2)
    const legal = readdirSync(`${web}locales/legal`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file, readFileSync(`${web}locales/legal/${file}`, 'utf8')] as const)
    const hasNone = (sign: string) =>
      !ranges.some(([first, last]) => first <= sign.codePointAt(0)! && sign.codePointAt(0)! <= last)
    for (const [key, text] of [...am, ...en, ...legal]) expect(Array.from(text).filter(hasNone), key).toEqual([])
  })

  it('no Armenian word contains a Latin or Cyrillic letter', () => {
    for (const [key, text] of am) expect(text, key).not.toMatch(/[Ա-Ֆա-և][a-z]|[a-zа-я][Ա-Ֆա-և]/iu)
  })
})

describe('public promises about codes and plans (decisions 14 and 32)', () => {
  it('pricing answers and terms agree on the lifetime of codes and the start of a plan', () => {
    for (const language of ['am', 'en'] as const) {
      const terms = JSON.parse(readFileSync(`${web}locales/legal/terms.${language}.json`, 'utf8')) as {
        sections: { list?: string[] }[]
      }
      const [, , , codes, , , , plans] = terms.sections.map(({ list = [] }) => list.join('\n'))
      for (const text of [codes, words(language).get('pricingAnswers.expiry')])
        expect(text).toMatch(/14 (days before|օր առաջ)/)
      expect(plans).toMatch(/as soon as it is paid|հենց որ վճարվում է/)
      expect(plans).not.toMatch(/at once|անմիջապես/)
    }
  })

  it('the terms refer to the pricing page for plan limits, which administrators can change (H37)', () => {
    for (const language of ['am', 'en'] as const) {
      const terms = JSON.parse(readFileSync(`${web}locales/legal/terms.${language}.json`, 'utf8')) as {
        sections: { list?: string[] }[]
      }
      const [plans] = terms.sections[7]?.list ?? []
      expect(plans).toMatch(/pricing page|գների էջում/)
      expect(plans?.replace(/\((section|կետ) 12\)/, '')).not.toMatch(/\d/)
    }
  })
})

describe('the components', () => {
  const spoken = new Set([
    'aria-label',
    'title',
    'placeholder',
    'alt',
    'label',
    'description',
    'content',
    'caption',
    'hint',
    'stay',
    'go',
  ])
  /** Machine-readable meta names. */
  const unspoken = /^(noindex|description|robots|og:\w+)$/

  it('components join no texts with a colon, because that is English punctuation', () => {
    const joined: string[] = []
    for (const { file, text } of sources.filter((source) => source.file.endsWith('.tsx'))) {
      const visit = (node: ts.Node): void => {
        if ((ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) && /^: |: $/.test(node.text))
          joined.push(`${file}: ${node.parent.getText()}`)
        ts.forEachChild(node, visit)
      }
      visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
    }
    expect(joined).toEqual([])
  })

  it('components contain no text outside the locale files', () => {
    const hardCoded: string[] = []
    for (const { file, text } of sources.filter((source) => source.file.endsWith('.tsx'))) {
      const visit = (node: ts.Node): void => {
        if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) hardCoded.push(`${file}: ${node.text.trim()}`)
        if (
          ts.isJsxAttribute(node) &&
          spoken.has(node.name.getText()) &&
          node.initializer &&
          ts.isStringLiteral(node.initializer)
        ) {
          if (/\p{L}/u.test(node.initializer.text) && !unspoken.test(node.initializer.text))
            hardCoded.push(`${file}: ${node.getText()}`)
        }
        if (ts.isStringLiteralLike(node) && /[Ա-և]/u.test(node.text)) hardCoded.push(`${file}: ${node.text}`)
        ts.forEachChild(node, visit)
      }
      visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
    }
    expect(hardCoded).toEqual([])
  })
})
