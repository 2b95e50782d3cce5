/**
 * An append that always settles (eventstoredb.md 1.4, traps 1 to 4). The calls of the protocol have no timer, so every attempt
 * has ours; an attempt that nobody knows the end of is made again with the same ids and the same revision, which the server
 * answers "already there" or carries out once (2.2).
 */
import type { EventMetadata } from '#contracts/ledger-events.ts'
import { NO_STREAM, type AppendOutcome } from '#ledger/event-store.ts'
import type { AppendLines } from './batch-append/line.ts'
import { classifyAppendError, reasonOf } from './classify.ts'
import type { ClientHolder } from './client.ts'
import { createBackoff, OutOfTime, pause, settleInTime, timeUntil } from './settle-in-time.ts'

/** A real server gives up on a write after 2 s and says so; after this long the answer is lost. */
export const ATTEMPT_MS = 2_500
const MOST_BACKOFF_MS = 500

/** An event of any family, on its way into the log. The account's own are typed more narrowly (EventToAppend). */
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
    events: events.map(({ id, type, data, metadata }) => ({ id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) })),
  }
  const backoff = createBackoff(MOST_BACKOFF_MS)
  const leftMs = timeUntil(deadlineAt)
  let maySoBeWritten = false
  let reason = 'no time to try'
  while (leftMs() > 0) {
    const client = clients.current()
    const attemptLeftMs = timeUntil(Date.now() + Math.min(leftMs(), attemptMs))
    let sending = false
    try {
      // What the server can do is looked up in here: waited for apart, an attempt whose time ends before that is known not to have
      // sent anything, and never will.
      const line = lines.ready(client) ?? (await settleInTime(lines.open(client), attemptLeftMs()))
      // Where this process was held up meanwhile, what the caller counts on may not be so any more (decision 6): too late is not sent.
      if (leftMs() <= 0) break
      sending = true
      const { revision, position } = await line.append(request, attemptLeftMs())
      if (position !== undefined) return { kind: 'written', revision, position }
      maySoBeWritten = true
      reason = 'an answer without a position'
    } catch (error) {
      reason = reasonOf(error)
      const verdict = classifyAppendError(error)
      if (verdict === 'conflict') return { kind: 'conflict' }
      if (verdict === 'refused') return maySoBeWritten ? { kind: 'unknown', reason } : { kind: 'refused', reason }
      if (sending && verdict === 'unknown') maySoBeWritten = true
      // A look-up that is only slow is not stuck: a new client would end what others have under way. When it has taken too long is seen in client.ts.
      else if (!(error instanceof OutOfTime)) clients.renewIfStuck(client, error)
    }
    await pause(Math.min(backoff.waitMs(), Math.max(0, leftMs())))
  }
  return { kind: maySoBeWritten ? 'unknown' : 'unavailable', reason }
}
