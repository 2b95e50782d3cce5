/** H21: legal statuses that are approved automatically; none by default. */
import { autoApproveSchema, type LegalStatus } from '#contracts/pages/business-kinds.ts'
import { bySystem } from '#platform/outbox/event-outbox.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import { approveBusiness } from './status-changes.ts'

const AUTO_APPROVE_SETTING = 'auto_approve'

/** Throws on an invalid stored value. */
export async function autoApproved(db: Queryable): Promise<LegalStatus[]> {
  return autoApproveSchema.parse((await readSetting(db, AUTO_APPROVE_SETTING)) ?? [])
}

/** `setBy`: users.id. */
export async function setAutoApproved(
  db: Queryable,
  legalStatuses: readonly LegalStatus[],
  setBy: number,
): Promise<void> {
  await writeSetting(db, AUTO_APPROVE_SETTING, legalStatuses, setBy)
}

/** Approves a verified business of such a legal status. Throws on an invalid stored setting. */
export async function approveAutomatically(
  pool: Pool,
  businessId: number,
  { correlationId, now }: { correlationId: string; now: Date },
): Promise<boolean> {
  const allowed = await autoApproved(pool)
  if (allowed.length === 0) return false
  return inTransaction(pool, async (client) => {
    const fits = await client.query('SELECT 1 FROM users WHERE id = $1 AND legal_status = ANY($2) AND email_verified', [
      businessId,
      allowed,
    ])
    if (fits.rowCount === 0) return false
    const recording = { ...bySystem(`approve-automatically:${businessId}`, now), correlationId }
    return (await approveBusiness(client, businessId, recording)).kind === 'changed'
  })
}
