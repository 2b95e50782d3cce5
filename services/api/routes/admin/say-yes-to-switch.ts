import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '#contracts/calls/errors.ts'
import { countAdministrators } from '#accounts/staff/staff.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { currentReplay, moveReplay, type ReplayRow } from '#projections/runtime/replay/replay-control.ts'
import { recordAdminEvent } from './admin-event.ts'

export type SwitchAnswer =
  | { kind: 'switching' | 'awaiting_second'; replay: ReplayRow }
  | { kind: 'refused'; code: Extract<ErrorCode, 'replay_not_ready' | 'second_admin_needed'> }

/**
 * Confirms a switch to the rebuilt read models, by screen or command (infra/replay): the first confirmation, or another
 * administrator's second. A sole administrator suffices. Records each, in the caller's transaction.
 */
export async function sayYesToSwitch(
  transaction: Queryable,
  { adminId, requestId = randomUUID(), now }: { adminId: number; requestId?: string; now: () => Date },
): Promise<SwitchAnswer> {
  const current = await currentReplay(transaction)
  if (!current || !['ready', 'awaiting_second'].includes(current.state))
    return { kind: 'refused', code: 'replay_not_ready' }
  const alone = (await countAdministrators(transaction)) < 2
  const isFirst = current.state === 'ready' || alone
  if (!isFirst && current.switchAskedBy === adminId) return { kind: 'refused', code: 'second_admin_needed' }
  const to = isFirst && !alone ? 'awaiting_second' : 'switching'
  const said = isFirst ? { askedBy: adminId } : { approvedBy: adminId }
  const type = isFirst ? 'ReplaySwitchAsked' : 'ReplaySwitchApproved'
  const replay = await moveReplay(transaction, { from: [current.state], to, ...said })
  if (!replay) return { kind: 'refused', code: 'replay_not_ready' }
  const { generation } = replay
  await recordAdminEvent(
    transaction,
    { request: { id: requestId }, adminId, deps: { now } },
    { type, data: { generation } },
  )
  return { kind: to, replay }
}
