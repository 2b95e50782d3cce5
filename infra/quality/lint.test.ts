import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A violation for each important rule. */
const plants: [rule: string, file: string, text: string][] = [
  ['no-floating-promises', 'services/a.ts', `async function append() {}\nexport function award() { append() }`],
  [
    'no-misused-promises',
    'services/b.ts',
    `async function isThere() { return true }\nexport function f() { if (isThere()) return 1; return 2 }`,
  ],
  ['await-thenable', 'services/c.ts', `export async function f() { await 1 }`],
  [
    'switch-exhaustiveness-check',
    'services/d.ts',
    `type Type = 'awarded' | 'redeemed'\nexport function f(type: Type) { switch (type) { case 'awarded': return 1 }\n return 0 }`,
  ],
  ['no-default-export', 'services/e.ts', `export default 1`],
  ['no-explicit-any', 'services/f.ts', `export const f = (x: any): unknown => x`],
  ['no-console', 'services/api/g.ts', `console.log('a name')`],
  ['no-restricted-globals', 'web/features/award/h.tsx', `export const h = () => fetch('/api')`],
  [
    'no-focused-tests',
    'services/i.test.ts',
    `import { expect, it } from 'vitest'\nit.only('is alone', () => { expect(1).toBe(1) })`,
  ],
  [
    'max-lines',
    'services/k.ts',
    Array.from({ length: 351 }, (_, index) => `export const k${index} = ${index}`).join('\n'),
  ],
  [
    'no-disabled-tests',
    'services/j.test.ts',
    `import { expect, it } from 'vitest'\nit.skip('is off', () => { expect(1).toBe(1) })`,
  ],
]

describe('the lint', () => {
  let folder: string
  let found: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hatik-lint-'))
    for (const file of ['.oxlintrc.json', 'tsconfig.json']) cpSync(join(repository, file), join(folder, file))
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
    for (const [, file, text] of plants) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${text}\n`)
    }
    found = await lint(folder)
  }, 60_000)
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(plants)('catches %s in %s', (rule, file) => {
    const entries = JSON.parse(found) as { diagnostics: { code: string; filename: string }[] }
    expect(entries.diagnostics.filter((entry) => entry.filename === file).map((entry) => entry.code)).toContainEqual(
      expect.stringContaining(`(${rule})`),
    )
  })
})

function lint(folder: string): Promise<string> {
  return new Promise((resolve) => {
    const program = join(repository, 'node_modules/.bin/oxlint')
    // The exit code reports findings, as expected here.
    execFile(program, ['--type-aware', '--format', 'json'], { cwd: folder, maxBuffer: 10_000_000 }, (_error, stdout) =>
      resolve(stdout),
    )
  })
}
