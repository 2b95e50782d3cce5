/** With BACKUP_FOLDER, `npm start` takes a backup every night at three o'clock in Yerevan, in a process of its own. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DAY_MS } from '#contracts/units/time.ts'
import { newestBackup } from '../backup/backup-folder.ts'
import type { ApplicationEnv } from './application.ts'
import type { LogLine } from './child.ts'
import { repository } from './settings.ts'

/** 03:00 in Yerevan, which has no summer time. */
const DUE_UTC_HOUR = 23
const LOOK_EVERY_MS = 15 * 60_000

/** Whether none has been taken since the last due time: a machine that was off at night catches up. */
export function isBackupDue(newest: Date | undefined, now: Date): boolean {
  const today = new Date(now).setUTCHours(DUE_UTC_HOUR, 0, 0, 0)
  const due = today <= now.getTime() ? today : today - DAY_MS
  return newest === undefined || newest.getTime() < due
}

/** `env`: addresses at the time of each backup. A failed one is told and tried again. Returns the end. */
export function startNightlyBackups(folder: string, env: () => ApplicationEnv, tell: LogLine): () => Promise<void> {
  const ending = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const now = new Date()
    if (!isBackupDue(await newestBackup(folder, now), now)) return
    await promisify(execFile)(process.execPath, [join(repository, 'infra/backup/main.ts'), '--folder', folder], {
      env: { ...process.env, ...env() },
      cwd: repository,
      signal: ending.signal,
    })
  }
  const next = (): void => {
    running = running.then(look).catch((error: unknown) => {
      if (!ending.signal.aborted)
        tell(
          `The nightly backup failed and will be tried again: ${(error as { stderr?: string }).stderr || String(error)}`,
        )
    })
  }
  next()
  const timer = setInterval(next, LOOK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    ending.abort()
    await running
  }
}
