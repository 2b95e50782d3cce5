import type { AllStreamResolvedEvent, EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '#ledger/event-store.ts'
import { isReadRetryable, reasonOf } from './classify.ts'
import type { ClientHolder } from './client.ts'
import { drain } from './drain.ts'

type Options = NonNullable<Parameters<EventStoreDBClient['readAll']>[0]> & { waitMs: number }

/** A finite part of `$all`, converted. Throws StoreUnavailable where a later try may succeed; what the store refuses comes as the client says it. */
export async function readAll<T>(clients: ClientHolder, { waitMs, ...options }: Options, convert: (event: AllStreamResolvedEvent) => T): Promise<T[]> {
  const client = clients.current()
  try {
    return await drain(client.readAll({ ...options, requiresLeader: true }, { highWaterMark: 512 }), convert, { waitMs, isCutOff: () => clients.isPutAway(client) })
  } catch (error) {
    if (!isReadRetryable(error)) throw error
    throw new StoreUnavailable(`$all: ${reasonOf(error)}`, { cause: error })
  }
}
