import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildSite } from './build-site.ts'

it('every document becomes a page, and every link between documents leads to a file and a heading', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hatik-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { files } = buildSite(folder)
  expect(files).toEqual(expect.arrayContaining(['index.html', 'infra/docs/operating.html', 'SECURITY.html']))
  const guide = readFileSync(join(folder, 'infra/docs/guides/counter.am.html'), 'utf8')
  expect(guide).toContain('<html lang="hy">')
  expect(guide).toContain('href="counter.en.html"')
  expect(readFileSync(join(folder, 'SECURITY.html'), 'utf8')).toContain('href="infra/docs/operating.html#upgrading"')
  expect(readFileSync(join(folder, 'web/public/pictures/counter-am-light.webp')).length).toBeGreaterThan(10_000)
})
