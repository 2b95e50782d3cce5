// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ROUTES } from './app/route-table.ts'
import { groupOf, type WordGroup } from './word-groups.ts'

const web = fileURLToPath(new URL('.', import.meta.url))
const sections = new Set(Object.keys(JSON.parse(readFileSync(join(web, 'locales/en.json'), 'utf8')) as object))

/** What is fetched as one: a page or a part of one, with all the words that are there by then. */
interface Root {
  file: string
  groups: readonly WordGroup[]
}

/** A call with its arguments, over any number of lines and with brackets in brackets. */
const LATER = /(?:lazyPage|lazyPart|withWords)\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/g
const fileOf = (path: string, from: string): string =>
  path.startsWith('#web/') ? join(web, path.slice('#web/'.length)) : join(dirname(from), path)

/** Every file of ours that a file reaches, without other components where `ending` is `.ts`; what `lazyPage`, `lazyPart` and `withWords` fetch comes with its own words and is not followed. */
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
      const [, path, groups] = /import\('([^']+)'\)[^[]*\[([^\]]*)\]/.exec(call) ?? []
      if (path === undefined || groups === undefined) return []
      const own = [...groups.matchAll(/\w+/g)].map(([group]) => group as WordGroup)
      return [{ file: relative(web, fileOf(path, file)), groups: [...root.groups, ...own] }]
    }),
  )
  return [root, ...parts.filter(({ file }) => !seen.includes(file)).flatMap((part) => withParts(part, seen))]
}

/** What stands around every page, every page, and their parts. */
const roots = [
  ...withParts({ file: 'app/main.tsx', groups: ['first'] }),
  ...ROUTES.flatMap(({ file, words }) => withParts({ file: `app/routes/${file}.tsx`, groups: ['first', ...words] })),
]

/** Words of a group that the root does not have. */
function strangersOf({ file: root, groups }: Root): string[] {
  const strangers = new Set<string>()
  for (const file of reachedFrom(root)) {
    // Which sentence belongs to which refused field or act is looked up there: forms fetch the ones, and the others have a rule of their own.
    if (file.endsWith('lib/words/use-words.ts')) continue
    const text = readFileSync(file, 'utf8')
    if (!/\bt\(/.test(text)) continue
    for (const [, section = ''] of text.matchAll(/['`]([a-z]\w*)\.[A-Za-z$][\w${}.]*['`]/g)) {
      if (sections.has(section) && !groups.includes(groupOf(section)))
        strangers.add(`${relative(web, file)}: ${section}`)
    }
  }
  return [...strangers]
}

/** Calls that change something for a business, for a buyer, or as staff: nothing else is refused with the codes of these sections. */
const ACTS = [
  { address: /`\/api\/business\/\$\{(id|businessId)\}/, section: 'dashboardErrors' },
  { address: /`\/api\/buyer\/\$\{/, section: 'dashboardErrors' },
  // Staff are refused with these where they act on an account or on a bill.
  { address: /['`]\/api\/admin\/(accounts|invoices)/, section: 'dashboardErrors' },
  { address: /['`]\/api\/admin\//, section: 'staffErrors' },
]

/** Who says why an act was refused, and the section of its codes. */
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

it('everything that is fetched speaks with the words that are there by then', () => {
  expect(roots.length).toBeGreaterThan(40)
  for (const root of roots) expect(strangersOf(root), root.file).toEqual([])
})

it('whoever says why an act of a business, of a buyer or of staff was refused has the words of its codes (R208)', () => {
  const said = new Map<string, Set<string>>(ACTS.map(({ section }) => [section, new Set()]))
  for (const { file, groups } of roots) {
    for (const { teller, section } of refusalsIn(file)) {
      expect(groups, `${teller} in ${file}`).toContain(groupOf(section))
      said.get(section)?.add(teller)
    }
  }
  // A rule that finds nobody holds nobody to anything.
  expect(said.get('dashboardErrors')).toContain('features/counter/award-points/award-form.tsx')
  expect(said.get('dashboardErrors')).toContain('features/buyer/redeem-perk/available-perks.tsx')
  expect(said.get('dashboardErrors')).toContain('features/admin/call-back-award/call-back-award.tsx')
  expect(said.get('dashboardErrors')).toContain('features/admin/confirm-invoices/confirm-dialog.tsx')
  expect(said.get('staffErrors')).toContain('features/admin/replay-account/find-account.tsx')
})
