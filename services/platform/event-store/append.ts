/**
 * An append that always settles: the protocol has no timeout, so each attempt gets one. Unknown outcomes are repeated
 * with the same ids and expected revision, which the server writes once.
 */
import type { EventMetadata } from '#contracts/events/ledger-events.ts'
import { NO_STREAM, type AppendOutcome } from '#ledger/event-store.ts'
import type { AppendLines } from './batch-append/line.ts'
import { classifyAppendError, reasonOf } from './classify.ts'
import type { ClientHolder } from './client.ts'
import { createBackoff, OutOfTime, pause, settleInTime, timeUntil } from './settle-in-time.ts'

/** A server reports a failed write after 2 s; later the response is lost. */
export const ATTEMPT_MS = 2_500
const MOST_BACKOFF_MS = 500

/** The ledger's own are typed more narrowly (EventToAppend). */
export type AnyEventToAppend = { id: string; type: string; data: object; metadata: EventMetadata }

export async function append(
  { clients, lines }: { clients: ClientHolder; lines: AppendLines },
  stream: string,
  expectedRevision: number,
  events: readonly AnyEventToAppend[],
  { deadlineAt, attemptMs = ATTEMPT_MS }: { deadlineAt: number; attemptMs?: number },
): Promise<AppendOutcome> {
  const request = {
    stream,
    expectedRevision: expectedRevision === NO_STREAM ? undefined : expectedRevision,
    events: events.map(({ id, type, data, metadata }) => ({
      id,
      type,
      data: JSON.stringify(data),
      metadata: JSON.stringify(metadata),
    })),
  }
  const backoff = createBackoff(MOST_BACKOFF_MS)
  const leftMs = timeUntil(deadlineAt)
  let maySoBeWritten = false
  let reason = 'no time left for an attempt'
  while (leftMs() > 0) {
    const client = clients.current()
    const attemptLeftMs = timeUntil(Date.now() + Math.min(leftMs(), attemptMs))
    let sending = false
    try {
      // Awaited separately: an attempt that times out before it has sent nothing and never will.
      const line = lines.ready(client) ?? (await settleInTime(lines.open(client), attemptLeftMs()))
      // After a stall the caller's reservation (decision 6) may have expired, so nothing is sent.
      if (leftMs() <= 0) break
      sending = true
      const { revision, position } = await line.append(request, attemptLeftMs())
      if (position !== undefined) return { kind: 'written', revision, position }
      maySoBeWritten = true
      reason = 'the reply has no position'
    } catch (error) {
      reason = reasonOf(error)
      const verdict = classifyAppendError(error)
      if (verdict === 'conflict') return { kind: 'conflict' }
      if (verdict === 'refused') return maySoBeWritten ? { kind: 'unknown', reason } : { kind: 'refused', reason }
      if (sending && verdict === 'unknown') maySoBeWritten = true
      // A slow look-up is not stuck, and a new client would end calls in flight; client.ts has the limit.
      else if (!(error instanceof OutOfTime)) clients.renewIfStuck(client, error)
    }
    await pause(Math.min(backoff.waitMs(), Math.max(0, leftMs())))
  }
  return { kind: maySoBeWritten ? 'unknown' : 'unavailable', reason }
}
