/**
 * A batch in one round trip (decision 39): the checkpoint's lock, the rows, the checkpoint and the commit travel together, where all rows follow
 * from the events alone and the process knows where the checkpoint stood. If it stands elsewhere by now, PostgreSQL refuses the lock and everything
 * behind it. Whatever is refused, the commit behind it is refused, too.
 */
import { sendTogether, sqlState, type PoolClient } from '#platform/postgres.ts'
import { UnprojectableEvent } from './account-event.ts'
import { beginWhereItStood, CHECKPOINT_MOVED, moveAndCommit, type Checkpoint } from './checkpoints.ts'
import { generationSchema } from './generation-schema.ts'
import type { LedgerLogEvent } from './power-event.ts'
import { carryOut, whatStops, writesOf, type Write } from './project.ts'
import type { ReadModel } from './read-model.ts'

/** `stop`: the event that cannot be projected; nothing is written then. */
export type AtOnce = { kind: 'written' } | { kind: 'stopped'; stop: UnprojectableEvent }

/**
 * Undefined where it cannot be done in this way, and nothing is written: a read model has to ask, or the checkpoint stands elsewhere. Throws where
 * PostgreSQL is away; whether the batch was written is then unknown, and the checkpoint tells.
 */
export async function writeAtOnce(
  client: PoolClient,
  readModels: readonly ReadModel[],
  stood: Checkpoint,
  { events, position }: { events: readonly LedgerLogEvent[]; position: bigint },
): Promise<AtOnce | undefined> {
  const writes = writesUnlessStopped(readModels, stood, events)
  if (!writes) return undefined
  const [begun, rows, moved] = sendTogether(client, () => [
    Promise.allSettled([beginWhereItStood(client, stood)]),
    Promise.allSettled(writes.map((write) => carryOut(client, write))),
    Promise.allSettled([moveAndCommit(client, stood, { position, events: events.length })]),
  ])
  const settled = [...(await begun), ...(await rows), ...(await moved)]
  if (settled.every(({ status }) => status === 'fulfilled')) return { kind: 'written' }
  await client.query('ROLLBACK')
  const [first] = settled
  if (first?.status === 'rejected' && sqlState(first.reason) === CHECKPOINT_MOVED) return undefined
  const stop = whatStops(settled, events)
  return stop && { kind: 'stopped', stop }
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
