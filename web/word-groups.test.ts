// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { groupOf, type WordGroup } from './word-groups.ts'

const web = fileURLToPath(new URL('.', import.meta.url))
const sections = new Set(Object.keys(JSON.parse(readFileSync(join(web, 'locales/en.json'), 'utf8')) as object))
const router = readFileSync(join(web, 'app/router.tsx'), 'utf8')

/** Each page of the router with the groups that it fetches; without a list all words come. */
const pages = [...router.matchAll(/= (lazy|lazyPage)\(\(\) => import\('\.\/([^']+)'\)(?:, \[([^\]]*)\])?\)/g)].map(([, how, file = '', groups]) => ({
  file: `app/${file}`,
  groups: how === 'lazy' ? [] : groups === undefined ? undefined : [...groups.matchAll(/'(\w+)'/g)].map((match) => match[1] as WordGroup),
}))

/** Every file of ours that a root reaches; what `lazyPage`, `lazyPart` and `withWords` fetch comes with its own words and is not followed. */
function reachedFrom(root: string): Set<string> {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file) || !existsSync(file)) return
    reached.add(file)
    const text = readFileSync(file, 'utf8').replace(/(?:lazyPage|lazyPart|withWords)\([^\n]*/g, '')
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?'((?:\.{1,2}\/|#web\/)[^'?]+\.tsx?)'/g)) {
      visit(path.startsWith('#web/') ? join(web, path.slice('#web/'.length)) : join(dirname(file), path))
    }
  }
  visit(join(web, root))
  return reached
}

/** Words of a group that the page does not fetch. */
function strangersOf(root: string, groups: readonly WordGroup[]): string[] {
  const strangers = new Set<string>()
  for (const file of reachedFrom(root)) {
    // Which sentence belongs to which refused field is looked up in forms alone, and they fetch it.
    if (file.endsWith('lib/use-words.ts')) continue
    const text = readFileSync(file, 'utf8')
    if (!/\bt\(/.test(text)) continue
    for (const [, section = ''] of text.matchAll(/['`]([a-z]\w*)\.[A-Za-z$][\w${}.]*['`]/g)) {
      const group = groupOf(section)
      if (sections.has(section) && group !== 'first' && !groups.includes(group)) strangers.add(`${relative(web, file)}: ${section}`)
    }
  }
  return [...strangers]
}

it('what stands around every page speaks with the words that come first', () => {
  expect(strangersOf('app/main.tsx', [])).toEqual([])
})

it('every page fetches the words that it speaks with', () => {
  const light = pages.filter((page) => page.groups !== undefined)
  expect(light.length).toBeGreaterThan(8)
  for (const { file, groups = [] } of light) expect(strangersOf(file, groups), file).toEqual([])
})
