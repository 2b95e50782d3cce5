/**
 * Erases people as if they had left (H25), for those who cannot sign in and for those who left before a backup was
 * restored (decision 36). The worker closes accounts and removes files.
 */
import { eraseManager, eraseWhoLeaves, orderFarewell } from '#accounts/erase.ts'
import { removeStaff, type StaffRemoval } from '#accounts/staff/remove-staff.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { closeBusiness } from '#businesses/status/status-changes.ts'
import { bySystem } from '#platform/outbox/event-outbox.ts'
import { tookTooLong, type Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import type { Role } from '#contracts/calls/account/session.ts'

/** `last`: the last administrator. `busy`: the row is locked, e.g. while a mail is being sent. */
export type Erasure = 'erased' | 'nobody' | 'last' | 'busy'

export const WORDS_OF_ERASURE: Record<Erasure, string> = {
  erased: 'has been erased. The worker will close the accounts in the ledger and remove the files.',
  nobody: 'does not exist or has already been erased.',
  last: 'is the last administrator. Create another one first: npm run admin -- create EMAIL',
  busy: 'was not erased, because a mail is being sent to this user. Try again in a few minutes.',
}

const OF_STAFF: Record<StaffRemoval['kind'], Erasure> = {
  removed: 'erased',
  nobody: 'nobody',
  last_administrator: 'last',
  mail_under_way: 'busy',
}

export type Somebody = { id: number; role: Role; email: string; since: string }

/** `since`: a day such as 2026-11-20. */
export async function whoTheyAre(pool: Pool, userIds: readonly number[]): Promise<Somebody[]> {
  const { rows } = await pool.query<Somebody>(
    `SELECT id, role, email, to_char(created_at AT TIME ZONE 'Asia/Yerevan', 'YYYY-MM-DD') AS since FROM users WHERE id = ANY($1) AND erased_at IS NULL ORDER BY id`,
    [userIds],
  )
  return rows
}

/** By users.id. The person gets a final mail, but not again after a restored backup. */
export async function eraseByNumber(pool: Pool, userId: number, now: Date): Promise<Erasure> {
  const [found] = await whoTheyAre(pool, [userId])
  if (!found) return 'nobody'
  const { role, email } = found
  if (role === 'admin' || role === 'auditor') return OF_STAFF[(await removeStaff(pool, email, now)).kind]
  const { actor, commandId: correlationId, at } = bySystem(`erase:${userId}`, now)
  try {
    return await inTransaction(pool, async (client) => {
      if (role === 'manager')
        return (await eraseManager(client, userId, { actor, correlationId, at })) ? 'erased' : 'nobody'
      const erased = await eraseWhoLeaves(
        client,
        { userId, role },
        { actor, correlationId, at },
        (transaction, id, recording) => closeBusiness(transaction, id, recording, bankTransfer),
      )
      if (erased?.isNew) await orderFarewell(client, erased.person)
      return erased ? 'erased' : 'nobody'
    })
  } catch (error) {
    if (tookTooLong(error)) return 'busy'
    throw error
  }
}
