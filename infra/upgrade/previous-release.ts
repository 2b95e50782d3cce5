/** The release before, as processes that run beside this one on the same servers. */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { answersOk } from '../local/answers-ok.ts'
import type { ApplicationEnv } from '../local/application.ts'
import { startChild, untilReady, type Child, type LogLine } from '../local/child.ts'
import { repository } from '../local/settings.ts'

const READY_WAIT_MS = 60_000
const quietly: ExecFileSyncOptions = { cwd: repository, stdio: ['ignore', 'pipe', 'ignore'] }

/** Undefined if its commit is not at hand, as in a tarball or a shallow clone. */
export function previousCommit(): string | undefined {
  const commit = readFileSync(new URL('previous-release', import.meta.url), 'utf8').trim()
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], quietly)
    return commit
  } catch {
    return undefined
  }
}

/** Fingerprint of the release's read models; undefined before there was one. */
export function previousReadModels(commit: string): string | undefined {
  try {
    const file = execFileSync('git', ['show', `${commit}:services/platform/postgres/read-models.ts`], quietly)
    return /READ_MODELS = '([0-9a-f]+)'/.exec(file.toString())?.[1]
  } catch {
    return undefined
  }
}

/** The files of a commit, with this release's packages. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit, 'services', 'projections', 'infra', 'package.json'], {
    ...quietly,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
}

const start = (folder: string, file: string, env: ApplicationEnv, log: LogLine): Promise<Child> =>
  startChild({
    name: file,
    command: process.execPath,
    args: [join(folder, file)],
    env: { ...process.env, ...env },
    cwd: folder,
    ipc: true,
    log,
    stopSignal: 'SIGTERM',
    stopWaitMs: 15_000,
  })

export const startPreviousWorker = (folder: string, env: ApplicationEnv, log: LogLine): Promise<Child> =>
  start(folder, 'projections/main.ts', env, log)

/** Ready once it answers. */
export async function startPreviousApi(folder: string, env: ApplicationEnv, log: LogLine): Promise<Child> {
  const api = await start(folder, 'services/api/server.ts', env, log)
  await untilReady(api, 'API', READY_WAIT_MS, () => answersOk(`http://127.0.0.1:${env['PORT']}/api/health`))
  return api
}
