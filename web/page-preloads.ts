/**
 * Lets the server's HTML name each page's files. Otherwise a browser learns of app, words and page one after the
 * other, and on a slow line each step costs half a second. Writes `preloads.json`: files per address and language,
 * besides those in the page template.
 */
import type { Plugin, Rolldown } from 'vite'
import { NEEDS_USER } from './app/frames/needs-user.ts'
import { ROUTES } from './app/route-table.ts'

/** Checks the answer to who is signed in, on which such a page waits (lib/session/session.ts). */
const SESSION = 'contracts/calls/account/session.ts'

export function pagePreloads(): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      const known = closure(
        chunks,
        chunks.filter((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html')),
      )
      const filesOf = (modules: readonly string[]): string[] => {
        const roots = modules.map(
          (module) =>
            chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`)) ??
            this.error(`${module} is missing from the build`),
        )
        return [...closure(chunks, roots)].filter((name) => !known.has(name)).map((name) => `/${name}`)
      }
      const preloads = Object.fromEntries(
        ROUTES.filter(({ path }) => path !== '*').map(({ path, file, words }) => {
          const inLanguage = (language: string): string[] =>
            filesOf([
              ...['first', ...words].flatMap((group) => filesOfGroup(group, language)),
              `app/routes/${file}.tsx`,
              ...(NEEDS_USER.test(path) ? [SESSION] : []),
            ])
          return [path, { am: inLanguage('am'), en: inLanguage('en') }]
        }),
      )
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
    },
  }
}

/** lib/words/i18n.ts. */
export const filesOfGroup = (group: string, language: string): string[] => [
  `locales/${language}/${group}.json`,
  ...(group === 'fields' ? ['lib/words/field-keys.ts'] : []),
]

/** Includes their static imports. */
function closure(chunks: readonly Rolldown.OutputChunk[], roots: readonly Rolldown.OutputChunk[]): Set<string> {
  const found = new Set<string>()
  const take = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) take(next)
  }
  for (const root of roots) take(root.fileName)
  return found
}
