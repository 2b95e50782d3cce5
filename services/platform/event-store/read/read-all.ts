import { StoreUnavailable } from '#ledger/event-store.ts'
import { isReadRetryable, reasonOf } from '../classify.ts'
import type { ClientHolder } from '../client.ts'
import { openRead } from './call.ts'
import { drain } from './drain.ts'
import type { ReadEvent } from '../codec/read-reply.ts'
import { logRequest, type LogPlace, type ReadDirection } from '../codec/read-request.ts'

export type LogPart = { from: LogPlace; direction: ReadDirection; maxCount: number; waitMs: number }

/** Throws StoreUnavailable if a retry may succeed, else the client's error. */
export async function readAll<T>(
  clients: ClientHolder,
  { from, direction, maxCount, waitMs }: LogPart,
  convert: (event: ReadEvent) => T,
): Promise<T[]> {
  try {
    return await drain(
      (listener) => openRead(clients.current(), logRequest(from, direction, maxCount), listener),
      convert,
      { waitMs },
    )
  } catch (error) {
    if (!isReadRetryable(error)) throw error
    throw new StoreUnavailable(`$all: ${reasonOf(error)}`, { cause: error })
  }
}
