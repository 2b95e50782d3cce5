// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROUTES } from './app/route-table.ts'
import { filesOfGroup, pagePreloads } from './page-preloads.ts'

const source = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

it('every file in routes/ has an address, and every address a file', () => {
  const files = globSync('**/*.tsx', { cwd: new URL('./app/routes/', import.meta.url) })
    .filter((file) => !file.endsWith('.test.tsx'))
    .map((file) => file.replace(/\.tsx$/, ''))
  expect(new Set(ROUTES.map(({ file }) => file))).toEqual(new Set(files))
  expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length)
})

it('files loaded with a word group are listed with it', () => {
  const together = [...source('./lib/words/i18n.ts').matchAll(/group === '(\w+)' && import\('\.\/([^']+)'\)/g)]
  expect(together.map(([, group]) => group)).toEqual(['fields'])
  for (const [, group = '', file] of together) expect(filesOfGroup(group, 'am')).toContain(`lib/words/${file}`)
})

it('a page that waits to learn who is signed in preloads what checks the answer, and a public page does not', () => {
  const modules = [
    'index.html',
    'services/contracts/calls/account/session.ts',
    ...ROUTES.map(({ file }) => `web/app/routes/${file}.tsx`),
    ...['am', 'en'].flatMap((language) =>
      ['first', ...ROUTES.flatMap(({ words }) => words)].flatMap((group) =>
        filesOfGroup(group, language).map((file) => `web/${file}`),
      ),
    ),
  ]
  const bundle = Object.fromEntries(
    [...new Set(modules)].map((module) => [
      module,
      { type: 'chunk', fileName: module, facadeModuleId: `/${module}`, imports: [], isEntry: module === 'index.html' },
    ]),
  )
  let written = ''
  const { generateBundle } = pagePreloads() as unknown as {
    generateBundle: (this: object, options: object, of: typeof bundle) => void
  }
  generateBundle.call({ emitFile: ({ source }: { source: string }) => (written = source) }, {}, bundle)
  const preloads = JSON.parse(written) as Record<string, { am: string[] }>
  const checksSession = (path: string) => preloads[path]!.am.some((file) => file.endsWith('account/session.ts'))
  expect(['/dashboard', '/buyers/:code', '/counter'].map(checksSession)).toEqual([true, true, true])
  expect(['/', '/pricing', '/counter/display'].map(checksSession)).toEqual([false, false, false])
})
