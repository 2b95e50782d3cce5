/** The embedded event store as a child process with a real server's protocol. */
import { fileURLToPath } from 'node:url'
import { setOnes } from '#platform/env/env.ts'
import { startChild, untilReady, type LogLine } from '../child.ts'
import { createDatabase } from './database.ts'
import type { RunningServer } from './postgres.ts'

export interface EventStoreOptions {
  /** Created if missing. */
  databaseUrl: string
  /** 0 or absent: any free port. */
  port?: number
  /** Becomes part of the URL. Without it the store is open to all local users, as in tests. */
  secret?: string
  env?: Record<string, string>
  log?: LogLine | undefined
}

const main = fileURLToPath(new URL('../../eventstore/main.ts', import.meta.url))
const readyWaitMs = 60_000

/** Returns once the store listens; the URL is for the official client. */
export async function startEventStore({
  databaseUrl,
  port = 0,
  secret,
  env = {},
  log,
}: EventStoreOptions): Promise<RunningServer> {
  await createDatabase(databaseUrl)
  let listening: number | undefined
  const child = await startChild(
    {
      name: 'Event store',
      command: process.execPath,
      args: [main],
      env: {
        // The store rejects empty variables.
        ...setOnes(process.env),
        ...env,
        EVENTSTORE_DATABASE_URL: databaseUrl,
        EVENTSTORE_PORT: String(port),
        EVENTSTORE_HOST: '127.0.0.1',
        ...(secret !== undefined && { EVENTSTORE_SECRET: secret }),
      },
      ipc: true,
      log,
      stopSignal: 'SIGTERM',
      stopWaitMs: 10_000,
    },
    (line) => {
      listening ??= listeningPort(line)
    },
  )
  await untilReady(child, 'Event store', readyWaitMs, () => Promise.resolve(listening !== undefined))
  const bound = listening ?? port
  return {
    url: `esdb://127.0.0.1:${bound}?tls=false${secret === undefined ? '' : `&connectionName=${secret}`}`,
    port: bound,
    pid: child.pid,
    exited: child.exited,
    stop: child.stop,
    kill: child.kill,
  }
}

function listeningPort(line: string): number | undefined {
  if (!line.startsWith('{"listening"')) return undefined
  try {
    const { listening } = JSON.parse(line) as { listening?: unknown }
    return typeof listening === 'number' ? listening : undefined
  } catch {
    return undefined
  }
}
