import files from 'node:fs/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addressesFor } from './addresses.ts'
import { writeInstance } from './instance.ts'

const HERE = {
  address: 'http://127.0.0.1:3000',
  databaseUrl: 'postgres://127.0.0.1:1/here',
  redisUrl: 'redis://127.0.0.1:2',
  eventStoreUrl: 'esdb://127.0.0.1:3?tls=false',
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hatik-addresses-'))
  vi.stubEnv('HATIK_DATA_DIR', folder)
  for (const name of ['DATABASE_URL', 'EVENTSTORE_URL']) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('an option precedes the environment, and that the local Hatik; empty values do not count', async () => {
  await writeInstance(folder, { ...HERE, pid: process.pid })
  const both = ['database', 'event-store'] as const
  expect(await addressesFor(['address', ...both], {})).toEqual({
    address: HERE.address,
    database: HERE.databaseUrl,
    'event-store': HERE.eventStoreUrl,
  })
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/environment')
  vi.stubEnv('EVENTSTORE_URL', '')
  expect(await addressesFor(both, {})).toEqual({
    database: 'postgres://127.0.0.1:1/environment',
    'event-store': HERE.eventStoreUrl,
  })
  expect(await addressesFor(both, { database: 'postgres://127.0.0.1:1/option' })).toEqual({
    database: 'postgres://127.0.0.1:1/option',
    'event-store': HERE.eventStoreUrl,
  })
})

it('reports missing addresses if Hatik is not running here, and invalid ones by option name, without repeating them', async () => {
  await expect(addressesFor(['database'], {})).rejects.toThrow(
    'Hatik is not running here: start it with npm start, or pass --database.',
  )
  await expect(addressesFor(['database', 'event-store'], { database: HERE.databaseUrl })).rejects.toThrow(
    'or pass --database and --event-store.',
  )
  await expect(addressesFor(['database'], { database: 'secret@host' })).rejects.toThrow(
    /^--database: must be a URL(?!.*secret)/,
  )
  vi.stubEnv('DATABASE_URL', 'secret@host')
  await expect(addressesFor(['database'], {})).rejects.toThrow(/^DATABASE_URL: must be a URL(?!.*secret)/)
})

it('an unreadable data folder matters only if something is missing', async () => {
  // Spied on, because root may read everything.
  const reading = vi.spyOn(files, 'readFile').mockRejectedValue(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
  syncBuiltinESMExports()
  try {
    expect(await addressesFor(['database'], { database: HERE.databaseUrl })).toEqual({ database: HERE.databaseUrl })
    await expect(addressesFor(['database', 'event-store'], { database: HERE.databaseUrl })).rejects.toThrow(
      `${folder} belongs to another user`,
    )
  } finally {
    reading.mockRestore()
    syncBuiltinESMExports()
  }
})
