/**
 * Faults of the official client (6.2.1) that the gateway could not live with. Two end the whole process: a reply to an append that it no longer waits for throws
 * inside its event handler, and an append that still queues for the socket when the connection dies rejects where nobody
 * can catch it (eventstoredb.md 1.4, performance.md 5.1). The third is that a call which the server ended with OK is used for
 * ever after, and answers nothing. All are met here, at the one call that all appends share. What was ignored leaves its
 * append without an answer, and the gateway's own timer settles that like any lost answer.
 */
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'

type Call = ReturnType<StreamsClient['batchAppend']>
type Prototype = { batchAppend(...args: unknown[]): Call }

let guarded = false

/** Once per process, before the first append. `onIgnored` hears of every reply that could not be matched. */
export function guardReplies(onIgnored: (error: unknown) => void): void {
  if (guarded) return
  guarded = true
  const prototype = StreamsClient.prototype as unknown as Prototype
  const { batchAppend } = prototype
  prototype.batchAppend = function (this: Prototype, ...args) {
    const call = batchAppend.apply(this, args)
    surviveStrayReplies(call, onIgnored)
    neverQueue(call)
    // The client forgets a call when both directions are over, and it never ends its own.
    call.on('end', () => void call.end())
    return call
  }
}

function surviveStrayReplies(call: Call, onIgnored: (error: unknown) => void): void {
  const on = call.on.bind(call) as (event: string, listener: (...args: unknown[]) => void) => Call
  const guardedOn = (event: string, listener: (...args: unknown[]) => void): Call =>
    on(event, event !== 'data' ? listener : (...args) => {
      try {
        listener(...args)
      } catch (error) {
        onIgnored(error)
      }
    })
  call.on = guardedOn as Call['on']
}

/** The client queues behind a full buffer, and that queue is what rejects unheard. Appends in flight are few and small. */
function neverQueue(call: Call): void {
  const write = call.write.bind(call) as (...args: unknown[]) => boolean
  call.write = ((...args: unknown[]) => {
    write(...args)
    return true
  }) as Call['write']
}
