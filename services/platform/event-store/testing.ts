/** Embedded store with faults. */
import { startEventStore } from '../../../infra/local/servers/event-store.ts'
import { freePort } from '../../../infra/local/ports.ts'
import { testServices } from '../../../infra/testing/harness.ts'

type FaultOrder = {
  fault:
    | 'kill-after-commit'
    | 'answer-late'
    | 'drop-call'
    | 'drop-after-commit'
    | 'swallow-reply'
    | 'not-leader'
    | 'follower'
    | 'too-busy'
    | 'freeze-writes'
    | 'slow-consumer'
  times?: number
  lateMs?: number
  on?: 'appends' | 'reads'
}

/** Ignores EVENTSTORE_URL: real servers inject no faults. */
export async function faultyStore({ started = true }: { started?: boolean } = {}) {
  const services = await testServices({ eventStore: false, redis: false, migrate: false })
  const port = await freePort()
  const controlPort = await freePort()
  const start = async () =>
    startEventStore({
      databaseUrl: await services.openStoreDatabase(),
      port,
      // PostgreSQL does not flush in tests, which only a dying machine would notice.
      env: {
        EVENTSTORE_ALLOW_UNSAFE: '1',
        EVENTSTORE_TEST_SWITCHES: '1',
        EVENTSTORE_CONTROL_PORT: String(controlPort),
        LOG_LEVEL: 'error',
      },
    })
  let server = started ? await start() : undefined
  const control = async (method: string, body?: FaultOrder) => {
    const reply = await fetch(`http://127.0.0.1:${controlPort}/faults`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(await reply.text())
  }
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    order: (order: FaultOrder) => control('POST', order),
    clear: () => control('DELETE'),
    /** SIGSTOP: no answers, but open sockets. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void process.kill(server!.pid, signal),
    kill: async () => {
      await server?.kill()
      server = undefined
    },
    restart: async () => {
      await server?.kill()
      server = await start()
    },
    close: async () => {
      await server?.stop()
      await services.close()
    },
  }
}

export type FaultyStore = Awaited<ReturnType<typeof faultyStore>>
