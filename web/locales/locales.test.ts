// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '#contracts/calls/errors.ts'
import { PAGES } from '#contracts/pages/page-metadata.ts'

const web = fileURLToPath(new URL('..', import.meta.url))

type Words = { [key: string]: string | Words }
const words = (language: string): Map<string, string> =>
  flat(JSON.parse(readFileSync(`${web}locales/${language}.json`, 'utf8')) as Words)

function flat(tree: Words, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  )
}

const [am, en] = [words('am'), words('en')]
const placeholders = (text = ''): string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(web + file, 'utf8') }))

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
      '/statement/:id': 'statement',
    } as const
    for (const [path, group] of Object.entries(titles)) {
      const { words: head } = PAGES[path as keyof typeof titles]
      expect([path, head.am[0], head.en[0]]).toEqual([path, am.get(`${group}.title`), en.get(`${group}.title`)])
    }
  })

  it('every error code, including those of the browser, has a text in exactly one section', () => {
    const sections = ['errors', 'dashboardErrors', 'staffErrors']
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
          /\{\{count\}\}|\{\{\w+\}\} (?:\w+ )?(points|days|minutes|hours|awards|perks|businesses|movements|events|buyers|fields|rows)\b/,
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

  it('each concept has one term in each language (glossary.md)', () => {
    const others =
      /ադմինի(?![ա-և])|բիզնեսի տեր|(վճարված|ընթացիկ) շրջան|կանչեր|գնորդի Ձեր|կառավարմանը|չօգտագործված միավոր/iu
    for (const [key, text] of am) expect(text, key).not.toMatch(others)
    for (const [key, text] of en) expect(text, key).not.toMatch(/programme|tax number|buyer code/i)
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
    const acts = ['planSteps.keep', 'profile.keepPassword']
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
    for (const language of ['am', 'en']) {
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
    for (const language of ['am', 'en']) {
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
