import { fileURLToPath } from 'node:url'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { startChild, type Child } from '../../infra/local/child.ts'
import { WORKER_ROLE } from '../../infra/local/roles.ts'
import type { TestServices } from '../../infra/testing/harness.ts'
import { readModels } from '../all.ts'
import { createGeneration, digestGeneration } from '../runtime/generations/generations.ts'
import { rebuildInto } from '../runtime/replay/rebuild.ts'

/** The real worker as a process, with its own rights in PostgreSQL. `env`: further settings. */
export const startProjectionWorker = (services: TestServices, env: Record<string, string> = {}): Promise<Child> =>
  startChild({
    name: 'Projection worker',
    command: process.execPath,
    args: [fileURLToPath(new URL('../main.ts', import.meta.url))],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: services.databaseUrlOf(WORKER_ROLE),
      REDIS_URL: services.redisUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SESSION_SECRET: 'x'.repeat(32),
      ...env,
    },
    stopSignal: 'SIGTERM',
    stopWaitMs: 10_000,
  })

/** Digest of read models that are built anew from the whole log, by one writer. */
export async function digestOfRebuild(pool: Pool, store: EventStoreGateway): ReturnType<typeof digestGeneration> {
  const generation = await createGeneration(pool, readModels)
  const log = store.openLogReader()
  await rebuildInto(generation, { pool, log, readModels })
  await log.close()
  return digestGeneration(pool, generation, readModels)
}
