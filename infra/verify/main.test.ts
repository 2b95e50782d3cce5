import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealedFile } from '#audit/sealed-file.ts'
import { openSigningKey } from '#audit/signing-key.ts'

const SLOWLY_MS = 60_000
const repository = fileURLToPath(new URL('../..', import.meta.url))
const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
const folder = mkdtempSync(join(tmpdir(), 'hatik-verify-'))
const intact = join(folder, 'intact.jsonl')
const changed = join(folder, 'changed.jsonl')

beforeAll(() => {
  const file = sealedFile(
    { hatik: 'export/1', query: { business: 11 }, position: '4711', head: null, keys: {} },
    key,
    'jsonl',
  )
  const lines = [
    file.opening(),
    ...['10.0', '2.5', '7.0'].map((points) => file.json({ movement: { points } })),
    file.closing(),
  ]
  writeFileSync(intact, lines.join(''))
  writeFileSync(changed, lines.join('').replace('2.5', '9.5'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(program: string, args: string[], cwd = repository): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: { ...process.env, NO_COLOR: '1' } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
const verify = (...args: string[]) => run(process.execPath, ['infra/verify/main.ts', ...args])

describe('npm run verify', () => {
  it(
    'describes an intact file and exits with 0',
    async () => {
      const { code, out } = await verify(intact)
      expect([code, out]).toEqual([0, expect.stringContaining('export, 3 events, as of position 4711')])
      expect(out).toContain(`signed by ${key.keyId}`)
      expect(out).toMatch(/hash {6}[0-9a-f]{64}/)
      expect(out.trimEnd()).toMatch(/\nIntact\.$/)
    },
    SLOWLY_MS,
  )

  it(
    'names a changed line and exits with 1, as for a foreign file',
    async () => {
      const { code, out } = await verify(changed)
      expect([code, out]).toEqual([1, expect.stringContaining('line 3: line changed')])
      expect(out).toContain('NOT intact.')
      const other = await verify('package.json')
      expect([other.code, other.out]).toEqual([1, expect.stringContaining('line 1: not a hatik file')])
    },
    SLOWLY_MS,
  )

  it(
    'prints only its own verdict: a forged file can neither fake nor hide it',
    async () => {
      const forged = join(folder, 'forged\u001b[8m.jsonl')
      const written = async (opening: { query?: Record<string, unknown>; position?: string }) => {
        const file = sealedFile(
          { hatik: 'export/1', query: {}, position: '4711', head: null, keys: {}, ...opening },
          key,
          'jsonl',
        )
        writeFileSync(
          forged,
          [
            file.opening(),
            file.json({ movement: { points: '1.0' } }),
            file.closing().replace(/"signature":"[0-9a-f]{2}/, '"signature":"00'),
          ].join(''),
        )
        return verify(forged)
      }
      for (const opening of [
        { position: '4711\nIntact.\u001b[8m' },
        { query: { '\u009b8m\u202e': 'Intact.\u001b[8m' } },
      ]) {
        const { code, out } = await written(opening)
        expect([code, out]).toEqual([1, expect.stringMatching(/^[ -~\n]*\nNOT intact\.\n$/)])
        expect(out).not.toMatch(/^Intact\./m)
      }
    },
    SLOWLY_MS,
  )

  it(
    'accepts only the given key',
    async () => {
      expect((await verify(intact, '--key', key.keyId)).code).toBe(0)
      const { code, out } = await verify(intact, '--key', '0'.repeat(64))
      expect([code, out]).toEqual([1, expect.stringContaining('line 5: key unknown')])
    },
    SLOWLY_MS,
  )

  it(
    'exits with 2 for invalid arguments or an unreadable file',
    async () => {
      for (const args of [
        [],
        [intact, changed],
        [intact, '--key', 'abc'],
        [intact, '--nothing'],
        [join(folder, 'missing')],
        [folder],
      ]) {
        const { code, err } = await verify(...args)
        expect([args, code]).toEqual([args, 2])
        expect(err).not.toBe('')
      }
    },
    SLOWLY_MS,
  )

  it(
    'needs no installed packages',
    async () => {
      const bare = join(folder, 'bare')
      mkdirSync(bare)
      for (const path of [
        'package.json',
        'infra/verify',
        'services/contracts/verify',
        'services/contracts/units/tenths.ts',
      ])
        cpSync(join(repository, path), join(bare, path), { recursive: true })
      expect(await run(process.execPath, ['infra/verify/main.ts', intact], bare)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Intact.'),
      })
    },
    SLOWLY_MS,
  )
})
