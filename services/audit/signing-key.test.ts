import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSigningKey } from './signing-key.ts'

const SLOWLY_MS = 60_000
const OPEN = `
  const { openSigningKey } = await import(${JSON.stringify(new URL('./signing-key.ts', import.meta.url).href)})
  console.log(openSigningKey({ seed: undefined, file: process.argv[1] }).keyId)
`

describe("the ledger's key file", () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hatik-key-'))
    file = path.join(folder, 'of/this/ledger-key')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const keyId = () => openSigningKey({ seed: undefined, file }).keyId
  const inProcesses = async (count: number) => {
    const processes = Array.from({ length: count }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', OPEN, file]),
    )
    return new Set((await Promise.all(processes)).map(({ stdout }) => stdout.trim()))
  }

  it(
    'is created once, readable by its owner only, and the same for all that start at once',
    async () => {
      const ids = await inProcesses(4)
      expect(ids).toEqual(new Set([keyId()]))
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    },
    SLOWLY_MS,
  )

  it.each([
    ['nothing', ''],
    ['zeros alone', '\0'.repeat(65)],
  ])(
    'is recreated, the same for all, after a power loss left %s',
    async (_what, left) => {
      keyId()
      writeFileSync(file, left)
      const ids = await inProcesses(4)
      expect(ids).toEqual(new Set([keyId()]))
    },
    SLOWLY_MS,
  )

  it('is never replaced if it holds anything', () => {
    keyId()
    writeFileSync(file, 'half of a k')
    expect(keyId).toThrow('64 hexadecimal digits')
    expect(readFileSync(file, 'utf8')).toBe('half of a k')
  })
})
