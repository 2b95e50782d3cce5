/** The plans' terms: a setting (H37) with defaults, cached for a second. */
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

/** Uncached, for decisions under a lock. Throws on an invalid stored value. */
export async function readPlanTerms(db: Queryable): Promise<AllPlanTerms> {
  const set = await readSetting(db, SETTING)
  return set === undefined ? DEFAULT_PLAN_TERMS : allPlanTermsSchema.parse(set)
}

/** `setBy`: users.id. */
export async function setPlanTerms(db: Queryable, terms: AllPlanTerms, setBy: number): Promise<void> {
  await writeSetting(db, SETTING, terms, setBy)
}
