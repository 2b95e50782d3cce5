/** The embedded event store as a child: a process of its own, over the same protocol as a real server. */
import { fileURLToPath } from 'node:url'
import { setOnes } from '#platform/env/env.ts'
import { startChild, untilReady, type LogLine } from '../child.ts'
import { createDatabase } from './database.ts'
import type { RunningServer } from './postgres.ts'

export interface EventStoreOptions {
  /** The store's own database; made when missing. */
  databaseUrl: string
  /** 0 or absent: any free port. */
  port?: number
  /** What its clients have to show; it stands in the URL then. Without it the store is open to every user of the machine: tests. */
  secret?: string
  /** Switches for tests. */
  env?: Record<string, string>
  log?: LogLine | undefined
}

const main = fileURLToPath(new URL('../../eventstore/main.ts', import.meta.url))
const readyWaitMs = 60_000

/** Starts the store and waits until it listens. The URL is one for the official client. */
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
        // It takes a variable that is there and empty for a wrong one.
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
