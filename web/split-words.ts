/** Splits a language's words into groups at build time: `am.json?first`, `am.json?rest` and so on (word-groups.ts). */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { groupOf, WORD_GROUPS } from './word-groups.ts'

const GROUP = new RegExp(
  `^(.+/locales/(?:am|en)\\.json)\\?(?:.*&)?(${[...Object.keys(WORD_GROUPS), 'rest'].join('|')})\\b`,
)

/** `whole`: each group is the whole file, for component tests. */
export function splitWords({ whole = false } = {}): Plugin {
  return {
    name: 'split-words',
    enforce: 'pre',
    load(id) {
      const [, file, group] = GROUP.exec(id) ?? []
      if (file === undefined) return null
      this.addWatchFile(file)
      const words = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
      const wanted = Object.fromEntries(words.filter(([section]) => whole || groupOf(section) === group))
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(wanted))})`,
        map: null,
        moduleType: 'js',
      }
    },
  }
}
