/**
 * What each plan allows and costs: a setting of the installation (H37), read at most once a second and process. Where nothing is set,
 * the defaults hold. A change counts from the next award or perk on.
 */
import {
  allPlanTermsSchema,
  DEFAULT_PLAN_TERMS,
  type AllPlanTerms,
  type Plan,
  type PlanTerms,
} from '#contracts/pages/plans.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'

const SETTING = 'plans'
const TERMS_TTL_MS = 1_000

export type PlanTermsReader = {
  all(): Promise<AllPlanTerms>
  of(plan: Plan): Promise<PlanTerms>
}

export function createPlanTerms(db: Queryable): PlanTermsReader {
  const cache = createShortCache<string, AllPlanTerms>(() => readPlanTerms(db), { max: 1, ttlMs: TERMS_TTL_MS })
  const all = async () => (await cache.get(SETTING)) ?? DEFAULT_PLAN_TERMS
  return { all, of: async (plan) => (await all())[plan] }
}

/** As they stand now, past the cache: for decisions that are made under a lock. Throws where somebody has written nonsense by hand. */
export async function readPlanTerms(db: Queryable): Promise<AllPlanTerms> {
  const set = await readSetting(db, SETTING)
  return set === undefined ? DEFAULT_PLAN_TERMS : allPlanTermsSchema.parse(set)
}

/** `setBy`: the administrator's users.id. */
export async function setPlanTerms(db: Queryable, terms: AllPlanTerms, setBy: number): Promise<void> {
  await writeSetting(db, SETTING, terms, setBy)
}
