/** Backups of a folder, named by their time. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#contracts/units/time.ts'

/** A partial one is being written, or its backup was killed. */
const NAME = /^hatik-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.partial)?$/

/** No backup takes this long. */
const KEEP_PARTIAL_DAYS = 1

export const backupName = (at: Date): string => `hatik-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`

type Found = { name: string; at: number; whole: boolean }

async function listed(folder: string): Promise<Found[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return (await readdir(folder)).flatMap((name) => {
    const [, day, hour, minute, second, partial] = NAME.exec(name) ?? []
    return day === undefined
      ? []
      : [{ name, at: Date.parse(`${day}T${hour}:${minute}:${second}Z`), whole: partial === undefined }]
  })
}

/** Of the newest whole one that is not of the future, from a clock that was wrong. Undefined without any. */
export async function newestBackup(folder: string, now: Date): Promise<Date | undefined> {
  const times = (await listed(folder)).filter(({ at, whole }) => whole && at <= now.getTime()).map(({ at }) => at)
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

/**
 * Removes backups that are older, whether newer ones exist or not: the privacy policy promises that erased people are in
 * none after thirty days. Other files stay. Returns how many were removed.
 */
export async function removeOldBackups(folder: string, keepDays: number, now: Date): Promise<number> {
  const old = (await listed(folder)).filter(
    ({ at, whole }) => now.getTime() - at > (whole ? keepDays : KEEP_PARTIAL_DAYS) * DAY_MS,
  )
  for (const { name } of old) await rm(path.join(folder, name), { force: true })
  return old.length
}
