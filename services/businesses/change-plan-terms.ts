import { PLANS_IN_ORDER, type AllPlanTerms, type Plan } from '#contracts/plans.ts'
import { yerevanMonth } from '#contracts/time.ts'
import type { PoolClient } from '#platform/postgres.ts'
import type { AwardsOfMonth } from './apply-payment.ts'
import { readPlanTerms, setPlanTerms } from './plan-terms.ts'
import { countAtLeast } from './quota.ts'

/**
 * Sets what the plans allow and cost (H37), in a transaction. Where a plan gets its first limit, the awards that its businesses have made
 * without one in this month are counted (H11); what another process awards meanwhile is counted by the chore. `setBy`: the administrator's
 * users.id. Throws 'busy' where the read models are behind.
 */
export async function changePlanTerms(
  client: PoolClient,
  terms: AllPlanTerms,
  { setBy, now, awardsOfMonth }: { setBy: number; now: Date; awardsOfMonth: AwardsOfMonth },
): Promise<void> {
  const before = await readPlanTerms(client)
  await setPlanTerms(client, terms, setBy)
  for (const plan of PLANS_IN_ORDER) {
    if (before[plan].transactions === null && terms[plan].transactions !== null) await beginLimit(client, plan, { now, awardsOfMonth })
  }
}

async function beginLimit(client: PoolClient, plan: Plan, { now, awardsOfMonth }: { now: Date; awardsOfMonth: AwardsOfMonth }): Promise<void> {
  const month = yerevanMonth(now)
  const { rows } = await client.query<{ id: number }>('SELECT user_id AS id FROM business_profiles WHERE subscription_plan = $1 ORDER BY id', [plan])
  for (const { id } of rows) {
    const awards = await awardsOfMonth(id, month)
    if (awards > 0) await countAtLeast(client, id, month, awards)
  }
  await client.query('UPDATE business_profiles SET plan_changed_at = $2 WHERE subscription_plan = $1', [plan, now])
}
