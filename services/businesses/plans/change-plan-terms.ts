import { PLANS_IN_ORDER, type AllPlanTerms, type Plan } from '#contracts/pages/plans.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import type { AwardsOfMonth } from '../invoices/apply-payment.ts'
import { readPlanTerms, setPlanTerms } from './plan-terms.ts'
import { countAtLeast } from '../counter/quota.ts'

/**
 * Sets the plans' terms (H37); run in a transaction. A plan's first limit counts this month's earlier awards (H11); the
 * chore adds those that other processes award meanwhile. `setBy`: users.id. Throws 'busy' if the read models lag.
 */
export async function changePlanTerms(
  client: PoolClient,
  terms: AllPlanTerms,
  { setBy, now, awardsOfMonth }: { setBy: number; now: Date; awardsOfMonth: AwardsOfMonth },
): Promise<void> {
  const before = await readPlanTerms(client)
  const limited = PLANS_IN_ORDER.filter(
    (plan) => before[plan].transactions === null && terms[plan].transactions !== null,
  )
  const month = yerevanMonth(now)
  // Before any lock, because this waits for the read models.
  const counted = await countAwards(client, limited, (businessId) => awardsOfMonth(client, businessId, month))
  // Lock order: business, then month, as everywhere.
  await client.query('SELECT FROM business_profiles WHERE subscription_plan = ANY($1) ORDER BY user_id FOR UPDATE', [
    limited,
  ])
  await setPlanTerms(client, terms, setBy)
  for (const [businessId, awards] of counted) await countAtLeast(client, businessId, month, awards)
  await client.query('UPDATE business_profiles SET plan_changed_at = $2 WHERE subscription_plan = ANY($1)', [
    limited,
    now,
  ])
}

async function countAwards(
  client: PoolClient,
  plans: readonly Plan[],
  awardsOf: (businessId: number) => Promise<number>,
): Promise<Map<number, number>> {
  const counted = new Map<number, number>()
  const { rows } = await client.query<{ id: number }>(
    'SELECT user_id AS id FROM business_profiles WHERE subscription_plan = ANY($1) ORDER BY user_id',
    [plans],
  )
  for (const { id } of rows) {
    const awards = await awardsOf(id)
    if (awards > 0) counted.set(id, awards)
  }
  return counted
}
