/** The leaves of the Merkle log, hashed where balances are projected: nobody should wait for more than a few of them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { canonicalEvent } from './canonical-event.ts'
import { leafHash } from './hashes.ts'

/** Half a millisecond's work. */
const EVENTS_A_TURN = 25

export type Leaf = { position: string; hash: Buffer }

/** One for each event, in their order. Whatever else the process has to do gets a turn after every few of them. */
export async function leavesOf(events: readonly LogEvent[], seal: Buffer): Promise<Leaf[]> {
  const leaves: Leaf[] = []
  for (const event of events) {
    if (leaves.length > 0 && leaves.length % EVENTS_A_TURN === 0) await nextTurn()
    leaves.push({ position: String(event.position), hash: leafHash(canonicalEvent(event, seal)) })
  }
  return leaves
}
