import { join } from 'node:path'
import { answersOk } from './answers-ok.ts'
import { startChild, untilReady, type LogLine } from './child.ts'
import type { RunningServer } from './servers/postgres.ts'
import { repository } from './settings.ts'

export type ApplicationEnv = Record<string, string>

const readyWaitMs = 60_000

/** Waits for `healthUrl`, the liveness probe. With `watch`, node restarts it on code changes. */
export async function startApi(
  env: ApplicationEnv,
  healthUrl: string,
  log: LogLine,
  watch = false,
): Promise<RunningServer> {
  const server = await startNode('API', 'services/api/server.ts', env, log, watch)
  await untilReady(server, 'API', readyWaitMs, () => answersOk(healthUrl))
  return { ...server, url: healthUrl, port: Number(env['PORT']) }
}

/** The worker has no port; the API's readiness probe reports its progress. */
export async function startWorker(env: ApplicationEnv, log: LogLine, watch = false): Promise<RunningServer> {
  const server = await startNode('Projection worker', 'projections/main.ts', env, log, watch)
  return { ...server, url: '', port: 0 }
}

/** Starts vite with hot reload, which proxies API calls to `apiPort`. */
export async function startPages(port: number, apiPort: number, log: LogLine): Promise<RunningServer> {
  const server = await startChild({
    name: 'vite',
    command: process.execPath,
    args: [
      join(repository, 'node_modules/vite/bin/vite.js'),
      ...['--config', join(repository, 'web/vite.config.ts'), '--port', String(port), '--strictPort'],
    ],
    env: { ...process.env, NODE_ENV: 'development', PORT: String(apiPort) },
    cwd: repository,
    log,
    stopSignal: 'SIGTERM',
    stopWaitMs: 5_000,
  })
  const url = `http://localhost:${port}`
  await untilReady(server, 'vite', readyWaitMs, () => answersOk(url))
  return { ...server, url, port }
}

function startNode(
  name: string,
  file: string,
  env: ApplicationEnv,
  log: LogLine,
  watch: boolean,
): ReturnType<typeof startChild> {
  return startChild({
    name,
    command: process.execPath,
    args: [...(watch ? ['--watch', '--watch-preserve-output'] : []), join(repository, file)],
    env: { ...process.env, ...env },
    cwd: repository,
    ipc: true,
    log,
    stopSignal: 'SIGTERM',
    stopWaitMs: 15_000,
  })
}
