// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ROUTES } from './app/route-table.ts'
import type { LaterWords } from './lib/words/i18n.ts'
import { namespacesOf } from '../infra/testing/browser/e2e-words.ts'

const web = fileURLToPath(new URL('.', import.meta.url))
/** By section. */
const namespaces = new Map(
  Object.entries(namespacesOf('en')).flatMap(([namespace, sections]) =>
    Object.keys(sections).map((section) => [section, namespace as Namespace] as const),
  ),
)

type Namespace = LaterWords | 'first'

/** A page or part loaded at once, with all words present by then. */
interface Root {
  file: string
  words: readonly Namespace[]
}

/** Up to three levels of brackets. */
const LATER = /(?:lazyPage|lazyPart|withWords)\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/g
const fileOf = (path: string, from: string): string =>
  path.startsWith('#web/') ? join(web, path.slice('#web/'.length)) : join(dirname(from), path)

/**
 * Skips components if `ending` is `.ts`. Does not follow `lazyPage`, `lazyPart` and `withWords`, which load their own
 * words.
 */
function reachedFrom(root: string, ending = ''): Set<string> {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file) || !existsSync(file)) return
    reached.add(file)
    const text = readFileSync(file, 'utf8').replace(LATER, '')
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?'((?:\.{1,2}\/|#web\/)[^'?]+\.tsx?)'/g)) {
      const next = fileOf(path, file)
      if (next.endsWith(ending)) visit(next)
    }
  }
  visit(join(web, root))
  return reached
}

/** A root and whatever it fetches later, each with its own words and those of what it stands in. */
function withParts(root: Root, outer: readonly string[] = []): Root[] {
  const seen = [...outer, root.file]
  const parts = [...reachedFrom(root.file)].flatMap((file) =>
    (readFileSync(file, 'utf8').match(LATER) ?? []).flatMap((call): Root[] => {
      const [, path, names] = /import\('([^']+)'\)[^[]*\[([^\]]*)\]/.exec(call) ?? []
      if (path === undefined || names === undefined) return []
      const own = [...names.matchAll(/\w+/g)].map(([name]) => name as Namespace)
      return [{ file: relative(web, fileOf(path, file)), words: [...root.words, ...own] }]
    }),
  )
  return [root, ...parts.filter(({ file }) => !seen.includes(file)).flatMap((part) => withParts(part, seen))]
}

/** What stands around every page, every page, and their parts. */
const roots = [
  ...withParts({ file: 'app/main.tsx', words: ['first'] }),
  ...ROUTES.flatMap(({ file, words }) => withParts({ file: `app/routes/${file}.tsx`, words: ['first', ...words] })),
]

function strangersOf({ file: root, words }: Root): string[] {
  const strangers = new Set<string>()
  for (const file of reachedFrom(root)) {
    // Looks up error messages by key; forms load those of fields, and the others have their own rule.
    if (file.endsWith('lib/words/use-words.ts')) continue
    const text = readFileSync(file, 'utf8')
    if (!/\bt\(/.test(text)) continue
    for (const [, section = ''] of text.matchAll(/['`]([a-z]\w*)\.[A-Za-z$][\w${}.]*['`]/g)) {
      const namespace = namespaces.get(section)
      if (namespace && !words.includes(namespace)) strangers.add(`${relative(web, file)}: ${section}`)
    }
  }
  return [...strangers]
}

/** Only these writes are refused with the codes of these sections. */
const ACTS = [
  { address: /`\/api\/business\/\$\{(id|businessId)\}/, section: 'dashboardErrors' },
  { address: /`\/api\/buyer\/\$\{/, section: 'dashboardErrors' },
  // Refusals of staff actions on an account or a bill.
  { address: /['`]\/api\/admin\/(accounts|invoices)/, section: 'dashboardErrors' },
  { address: /['`]\/api\/admin\//, section: 'staffErrors' },
]

/** Files that report refusals, and the section of their codes. */
function refusalsIn(root: string): { teller: string; section: string }[] {
  const tellers = [...reachedFrom(root)]
    .filter((file) => /\bfor(?:Error|Act)\b/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(web, file))
  return tellers.flatMap((teller) => {
    const calls = [...reachedFrom(teller, '.ts')]
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => /method: '(POST|PUT|PATCH|DELETE)'/.test(text))
    return ACTS.filter(({ address }) => calls.some((text) => address.test(text))).map(({ section }) => ({
      teller,
      section,
    }))
  })
}

it('everything loaded has the words it uses', () => {
  expect(roots.length).toBeGreaterThan(40)
  for (const root of roots) expect(strangersOf(root), root.file).toEqual([])
})

it('files that report refusals of businesses, buyers or staff have the words of their codes (R208)', () => {
  const said = new Map<string, Set<string>>(ACTS.map(({ section }) => [section, new Set()]))
  for (const { file, words } of roots) {
    for (const { teller, section } of refusalsIn(file)) {
      expect(words, `${teller} in ${file}`).toContain(namespaces.get(section))
      said.get(section)?.add(teller)
    }
  }
  // A rule that finds no file checks nothing.
  expect(said.get('dashboardErrors')).toContain('features/counter/award-points/award-form.tsx')
  expect(said.get('dashboardErrors')).toContain('features/buyer/redeem-perk/use-redeem.tsx')
  expect(said.get('dashboardErrors')).toContain('features/admin/call-back-award/call-back-award.tsx')
  expect(said.get('dashboardErrors')).toContain('features/admin/confirm-invoices/confirm-dialog.tsx')
  expect(said.get('staffErrors')).toContain('features/admin/replay-account/find-account.tsx')
})
