/**
 * A batch in one round trip (decision 39): the checkpoint, the rows and the commit travel together, where all rows follow
 * from the events alone and the process knows where the checkpoint stood. If it stands elsewhere by now, PostgreSQL refuses to move it, and everything
 * behind that. Whatever is refused, the commit behind it is refused, too.
 */
import { sendTogether, sqlState, type PoolClient } from '#platform/postgres.ts'
import { UnprojectableEvent } from './account-event.ts'
import { beginMoved, CHECKPOINT_MOVED, type Checkpoint } from './checkpoints.ts'
import { generationSchema } from './generation-schema.ts'
import type { LedgerLogEvent } from './power-event.ts'
import { carryOut, whatStops, writesOf, type Write } from './project.ts'
import type { ReadModel } from './read-model.ts'

/**
 * Nothing is written but where it is `written`. `asks`: a read model has to ask, or to say which event it cannot take. `moved`: the checkpoint stands
 * elsewhere. `stopped`: PostgreSQL refuses the rows for this event.
 */
export type AtOnce = { kind: 'written' } | { kind: 'asks' } | { kind: 'moved' } | { kind: 'stopped'; stop: UnprojectableEvent }

/** Throws where PostgreSQL is away; whether the batch was written is then unknown, and the checkpoint tells. */
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

/** Events that contradict each other are for the long way to judge. */
function writesUnlessStopped(readModels: readonly ReadModel[], { generation }: Checkpoint, events: readonly LedgerLogEvent[]): Write[] | undefined {
  try {
    return writesOf(readModels, generationSchema(generation), events)
  } catch (error) {
    if (error instanceof UnprojectableEvent) return undefined
    throw error
  }
}
