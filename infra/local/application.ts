/** The product's own processes as children: the API, the projection worker and, for `npm run dev`, vite. */
import { join } from 'node:path'
import { startChild, untilReady, type LogLine } from './child.ts'
import type { RunningServer } from './servers/postgres.ts'
import { repository } from './settings.ts'

export type ApplicationEnv = Record<string, string>

const readyWaitMs = 60_000

/** Starts the API and waits until it answers; `healthUrl` is its liveness address. With `watch` node restarts it when its code changes. */
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

/** Starts the projection worker. It has no port: the API's readiness tells how far it is. */
export async function startWorker(env: ApplicationEnv, log: LogLine, watch = false): Promise<RunningServer> {
  const server = await startNode('Projection worker', 'projections/main.ts', env, log, watch)
  return { ...server, url: '', port: 0 }
}

/** Starts vite, which serves the pages with hot reload and passes on the API's calls to `apiPort`. */
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

/** True when the address answers 2xx within a second. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
