/** One supervisor per data folder; also tells the installer that packages are in use. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startedAt } from '../bootstrap.mjs'
import { repository } from './settings.ts'

/** Returns the release. Throws if a running supervisor holds the folder. */
export function takeDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'supervisor.pid')
  const holder = readOwner(file)
  if (holder !== undefined && holder.pid !== process.pid && startedAt(holder.pid) === holder.started) {
    throw new Error(
      `Hatik is already running on ${dataDir} (process ${holder.pid}). To run a second one, set HATIK_DATA_DIR and PORT.`,
    )
  }
  const started = startedAt(process.pid)
  writeFileSync(file, `${process.pid} ${started}\n`)
  const running = join(repository, '.cache/running')
  mkdirSync(running, { recursive: true })
  const sign = join(running, String(process.pid))
  writeFileSync(sign, `${started} ${dataDir}\n`)
  return () => {
    rmSync(file, { force: true })
    rmSync(sign, { force: true })
  }
}

function readOwner(file: string): { pid: number; started: string } | undefined {
  try {
    const [pid, started] = readFileSync(file, 'utf8').trim().split(' ')
    return pid !== undefined && started !== undefined ? { pid: Number(pid), started } : undefined
  } catch {
    return undefined
  }
}
