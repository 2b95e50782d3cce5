// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROUTES } from './app/route-table.ts'
import { filesOfGroup } from './page-preloads.ts'

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
