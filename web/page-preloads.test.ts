// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filesOfGroup, routedPages } from './page-preloads.ts'

const source = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

it('every address of the router is known with its file and its words', () => {
  const router = source('./app/router.tsx')
  const pages = routedPages(router, source('./lib/words/i18n.ts'))
  expect(pages.map(({ path }) => path)).toEqual([...router.matchAll(/path="([^"*]+)"/g)].map(([, path]) => path))
  expect(pages.find(({ path }) => path === '/pricing')).toEqual({
    path: '/pricing',
    file: 'app/routes/pricing.tsx',
    groups: ['pricing'],
  })
  expect(pages.find(({ path }) => path === '/dashboard')?.groups).toContain('rest')
})

it('what is fetched with a group of words is named with it', () => {
  const together = [...source('./lib/words/i18n.ts').matchAll(/group === '(\w+)' && import\('\.\/([^']+)'\)/g)]
  expect(together.map(([, group]) => group)).toEqual(['fields'])
  for (const [, group = '', file] of together) expect(filesOfGroup(group, 'am')).toContain(`lib/words/${file}`)
})
