import files from 'node:fs/promises'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readInstance, removeInstance, writeInstance } from './instance.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hatik-instance-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const INSTANCE = {
  address: 'http://127.0.0.1:3000',
  databaseUrl: 'postgres://127.0.0.1/hatik',
  redisUrl: '',
  eventStoreUrl: '',
  pid: process.pid,
}

it('a running instance is found while its supervisor lives', async () => {
  expect(await readInstance(folder)).toBeUndefined()
  await writeInstance(folder, INSTANCE)
  expect(await readInstance(folder)).toEqual(INSTANCE)
  await writeInstance(folder, { ...INSTANCE, pid: 2 ** 22 + 1 })
  expect(await readInstance(folder)).toBeUndefined()
  writeFileSync(join(folder, 'instance.json'), '{"address":')
  expect(await readInstance(folder)).toBeUndefined()
  await removeInstance(folder)
  expect(await readInstance(folder)).toBeUndefined()
})

it('an empty folder variable means the default, as for npm start', async () => {
  vi.stubEnv('HATIK_DATA_DIR', '')
  const here = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  try {
    mkdirSync(join(folder, '.data'))
    await writeInstance(join(folder, '.data'), INSTANCE)
    expect(await readInstance()).toEqual(INSTANCE)
  } finally {
    here.mockRestore()
    vi.unstubAllEnvs()
  }
})

it.each(['EACCES', 'EPERM'])(
  'an unreadable instance (%s) is reported as another user’s, not as missing',
  async (code) => {
    await writeInstance(folder, INSTANCE)
    // Spied on, because root may read everything.
    const reading = vi.spyOn(files, 'readFile').mockRejectedValueOnce(Object.assign(new Error(code), { code }))
    syncBuiltinESMExports()
    try {
      await expect(readInstance(folder)).rejects.toThrow(`${folder} belongs to another user of this machine`)
    } finally {
      reading.mockRestore()
      syncBuiltinESMExports()
    }
  },
)
