/**
 * A batch in one round trip (decision 39): checkpoint, rows and commit are sent together. This works if all rows follow from the events alone and the
 * process knows where the checkpoint was. If it has moved since, PostgreSQL refuses to move it, and with that everything sent behind it. Whatever is
 * refused, the commit behind it is refused, too.
 */
import { sendTogether, sqlState, type PoolClient } from '#platform/postgres/postgres.ts'
import { UnprojectableEvent } from './account-event.ts'
import { beginMoved, CHECKPOINT_MOVED, type Checkpoint } from './checkpoints.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import type { LedgerLogEvent } from './power-event.ts'
import { carryOut, whatStops, writesOf, type Write } from './project.ts'
import type { ReadModel } from '../generations/read-model.ts'

/**
 * Only `written` has written anything. `asks`: a read model has to query, or to say which event it cannot take. `moved`: the checkpoint is elsewhere.
 * `stopped`: PostgreSQL refuses the rows for this event.
 */
export type AtOnce =
  | { kind: 'written' }
  | { kind: 'asks' }
  | { kind: 'moved' }
  | { kind: 'stopped'; stop: UnprojectableEvent }

/** Throws if PostgreSQL is down. Whether the batch was written is then unknown; the checkpoint tells. */
export async function writeAtOnce(
  client: PoolClient,
  readModels: readonly ReadModel[],
  stood: Checkpoint,
  { events, position }: { events: readonly LedgerLogEvent[]; position: bigint },
): Promise<AtOnce> {
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

/** Undefined also for events that contradict each other: the long way (catch-up.ts) names the one at fault. */
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
