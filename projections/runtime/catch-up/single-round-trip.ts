/**
 * Writes a batch in a single round trip (decision 39), if all rows follow from the events alone. If the checkpoint is
 * not where expected, PostgreSQL rejects it and every later statement, including the commit.
 */
import { sendTogether, sqlState, type PoolClient } from '#platform/postgres/postgres.ts'
import { UnprojectableEvent } from './account-event.ts'
import { beginMoved, CHECKPOINT_MOVED, type Checkpoint } from './checkpoints.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import type { LedgerLogEvent } from './power-event.ts'
import { carryOut, whatStops, writesOf, type Write } from './project.ts'
import type { ReadModel } from '../generations/read-model.ts'

/**
 * Only `written` has written anything.
 * - `asks`: a read model must query first, or must name the event at fault.
 * - `moved`: the checkpoint has changed.
 * - `stopped`: PostgreSQL rejects the rows of this event.
 */
export type SingleRoundTrip =
  | { kind: 'written' }
  | { kind: 'asks' }
  | { kind: 'moved' }
  | { kind: 'stopped'; stop: UnprojectableEvent }

/** Throws if PostgreSQL is down; the checkpoint tells whether the batch was written. */
export async function writeInOneRoundTrip(
  client: PoolClient,
  readModels: readonly ReadModel[],
  stood: Checkpoint,
  { events, position }: { events: readonly LedgerLogEvent[]; position: bigint },
): Promise<SingleRoundTrip> {
  const writes = writesUnlessStopped(readModels, stood, events)
  if (!writes) return { kind: 'asks' }
  const settled = await sendTogether(client, () =>
    Promise.allSettled([
      beginMoved(client, stood, { position, events: events.length }),
      ...writes.map((write) => carryOut(client, write)),
      client.query('COMMIT'),
    ]),
  )
  if (settled.every(({ status }) => status === 'fulfilled')) return { kind: 'written' }
  await client.query('ROLLBACK')
  const [first] = settled
  if (first?.status === 'rejected' && sqlState(first.reason) === CHECKPOINT_MOVED) return { kind: 'moved' }
  return { kind: 'stopped', stop: whatStops(settled, events)! }
}

/** Undefined also for contradictory events: catch-up.ts names the one at fault. */
function writesUnlessStopped(
  readModels: readonly ReadModel[],
  { generation }: Checkpoint,
  events: readonly LedgerLogEvent[],
): Write[] | undefined {
  try {
    return writesOf(readModels, generationSchema(generation), events)
  } catch (error) {
    if (error instanceof UnprojectableEvent) return undefined
    throw error
  }
}
