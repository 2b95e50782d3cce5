/** The product's own two processes, the API and the projection worker, as children. */
import { join } from 'node:path'
import { startChild, untilReady, type LogLine } from './child.ts'
import type { RunningServer } from './servers/postgres.ts'
import { repository } from './settings.ts'

export type ApplicationEnv = Record<string, string>

const readyWaitMs = 60_000

/** Starts the API and waits until it answers; `healthUrl` is its liveness address. */
export async function startApi(env: ApplicationEnv, healthUrl: string, log: LogLine): Promise<RunningServer> {
  const server = await startNode('API', 'services/api/server.ts', env, log)
  await untilReady(server, 'API', readyWaitMs, () => answersOk(healthUrl))
  return { ...server, url: healthUrl, port: Number(env['PORT']) }
}

/** Starts the projection worker. It has no port: the API's readiness tells how far it is. */
export async function startWorker(env: ApplicationEnv, log: LogLine): Promise<RunningServer> {
  const server = await startNode('Projection worker', 'projections/main.ts', env, log)
  return { ...server, url: '', port: 0 }
}

function startNode(name: string, file: string, env: ApplicationEnv, log: LogLine): ReturnType<typeof startChild> {
  return startChild({
    name,
    command: process.execPath,
    args: [join(repository, file)],
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
