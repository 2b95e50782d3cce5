import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backupName, newestBackup, removeOldBackups } from './backup-folder.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hatik-backups-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const NOW = new Date('2026-11-29T03:00:05Z')
const put = (...names: string[]) => names.forEach((name) => writeFileSync(join(folder, name), ''))

it('removes what is older than thirty days, killed ones after a day, and nothing else', async () => {
  const [day30, day31] = ['2026-10-30T03:00:05Z', '2026-10-30T03:00:04Z'].map((at) => backupName(new Date(at))) as [
    string,
    string,
  ]
  const [hour, days] = ['2026-11-29T02:00:00Z', '2026-11-27T03:00:00Z'].map(
    (at) => `${backupName(new Date(at))}.partial`,
  ) as [string, string]
  put(day30, day31, hour, days, 'notes.txt', 'hatik-2020-01-01.tgz')
  expect(await removeOldBackups(folder, 30, NOW)).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(['hatik-2020-01-01.tgz', day30, hour, 'notes.txt'].sort())
})

it('the newest is the newest whole one, without those of a clock that was ahead', async () => {
  expect(await newestBackup(folder, NOW)).toBeUndefined()
  put(backupName(new Date('2026-11-27T23:00:00Z')), backupName(new Date('2026-11-26T23:00:00Z')))
  put(`${backupName(new Date('2026-11-28T23:00:00Z'))}.partial`)
  put(backupName(new Date('2031-01-01T00:00:00Z')))
  expect(await newestBackup(folder, NOW)).toEqual(new Date('2026-11-27T23:00:00Z'))
})

it('a folder that is not there yet is made', async () => {
  expect(await newestBackup(join(folder, 'new'), NOW)).toBeUndefined()
  expect(readdirSync(folder)).toEqual(['new'])
})
