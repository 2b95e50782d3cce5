import { ErrorType, isCommandError } from '@eventstore/db-client'
import { StoreUnavailable, UnreadableEvent } from '#ledger/event-store.ts'
import { isReadRetryable, reasonOf } from '../classify.ts'
import type { ClientHolder } from '../client.ts'
import type { StreamEvent } from '../log-reader.ts'
import { recordedEvent } from '../recorded-event.ts'
import { createBackoff, pause, timeUntil } from '../settle-in-time.ts'
import { openRead } from './call.ts'
import { drain } from './drain.ts'
import { streamRequest } from '../codec/read-request.ts'

/** Longest silence (ms) before a new attempt, not the total. */
export const READ_ATTEMPT_MS = 5_000
const MOST_BACKOFF_MS = 250

/** Implements `EventStore.readStream`. A missing stream is empty; transient errors are retried until `deadlineAt`. */
export async function readStream(
  clients: ClientHolder,
  stream: string,
  fromRevision: number,
  {
    deadlineAt,
    attemptMs = READ_ATTEMPT_MS,
    maxCount = Number.MAX_SAFE_INTEGER,
  }: { deadlineAt: number; attemptMs?: number; maxCount?: number },
): Promise<StreamEvent[]> {
  const backoff = createBackoff(MOST_BACKOFF_MS)
  const request = streamRequest(stream, fromRevision, maxCount)
  let reason = 'no time left for an attempt'
  const leftMs = timeUntil(deadlineAt)
  for (let left = leftMs(); left > 0; left = leftMs()) {
    try {
      return await drain((listener) => openRead(clients.current(), request, listener), recordedEvent, {
        waitMs: left,
        silenceMs: attemptMs,
      })
    } catch (error) {
      if (error instanceof UnreadableEvent) throw error
      if (error instanceof Error && isCommandError(error) && error.type === ErrorType.STREAM_NOT_FOUND) return []
      reason = reasonOf(error)
      // The gateway is closing.
      if (clients.isPutAway(clients.current())) break
      if (!isReadRetryable(error))
        throw new Error(`The event store refused to read ${stream}: ${reason}`, { cause: error })
    }
    await pause(Math.min(backoff.waitMs(), Math.max(0, leftMs())))
  }
  throw new StoreUnavailable(`${stream}: ${reason}`)
}
