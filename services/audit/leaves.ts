/** Small portions, because this process also projects balances. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { canonicalEvent } from './canonical-event.ts'
import { leafHash } from '#contracts/verify/merkle.ts'

/** Events per event-loop tick, about a millisecond of work. */
const EVENTS_A_TURN = 25

export type Leaf = { position: string; hash: Uint8Array }

/** One leaf per event, in order. */
export async function leavesOf(events: readonly LogEvent[], seal: Buffer): Promise<Leaf[]> {
  const leaves: Leaf[] = []
  for (const event of events) {
    if (leaves.length > 0 && leaves.length % EVENTS_A_TURN === 0) await nextTurn()
    leaves.push({ position: String(event.position), hash: leafHash(canonicalEvent(event, seal)) })
  }
  return leaves
}
