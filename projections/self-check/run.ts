/**
 * The ledger's self-check compares accounts folded from the store with the read models, and keeps differences until a
 * later check clears them.
 * - Each cycle takes a sample of fixed cost: every second one round-robin, the others from a random start; also
 *   totals of some businesses.
 * - At night it takes everything, and continues after an interruption.
 */
import type { EventStore } from '#ledger/event-store.ts'
import { shuffle } from '#platform/process/shuffle.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { whileLocked } from '#platform/postgres/session-lock.ts'
import { accountsAfter, accountsRound, anyPlace, BEFORE_ALL, type Account } from './accounts.ts'
import { businessesAfter, compareTotals } from './business-totals.ts'
import { checkAccount, noteDifferences } from './check-account.ts'
import { countDifferences } from './failed-check.ts'
import { beginRun, endRun, roundBefore, saveRun, type Run } from './progress.ts'

const LOCK = 7_301_022
/** Accounts per cycle; smaller ledgers are checked completely each time. */
const SAMPLE = 500
const PAGE = 500
/** Businesses whose totals are compared per sample, and their maximum number of movements. */
const SAMPLE_BUSINESSES = 10
const SAMPLE_LINES = 20_000

export type SelfCheckOptions = {
  pool: Pool
  store: Pick<EventStore, 'readStream'>
  now?: () => Date
  signal?: AbortSignal
  sample?: number
}
export type Checked = { scope: Run['scope']; accounts: number; differences: number }

/** Undefined if another process is running a cycle. */
export async function runSelfCheck({
  pool,
  store,
  now = () => new Date(),
  signal,
  sample = SAMPLE,
}: SelfCheckOptions): Promise<Checked | undefined> {
  return whileLocked(pool, LOCK, async () => {
    const run = await beginRun(pool, now())
    /** False if aborted. */
    const check = async (accounts: readonly Account[]): Promise<boolean> => {
      for (const account of accounts) {
        if (signal?.aborted) return false
        run.differences += await countDifferences(
          { pool, store, account, now },
          async () => (await checkAccount(pool, store, account, now())).length,
        )
        run.accounts += 1
      }
      return true
    }
    const checkTotals = async (businessId: number, mostLines?: number): Promise<void> => {
      const account = { businessId, buyerId: 0 }
      run.differences += await countDifferences({ pool, store, account, now }, async () => {
        const differences = await compareTotals(pool, businessId, mostLines === undefined ? {} : { mostLines })
        if (differences) await noteDifferences(pool, account, differences, now())
        return differences?.length ?? 0
      })
    }
    const isDone =
      run.scope === 'all'
        ? await checkAll(pool, run, { check, checkTotals, signal })
        : await checkSample(pool, run, { check, checkTotals, sample })
    if (isDone) await endRun(pool, run, now())
    return { scope: run.scope, accounts: run.accounts, differences: run.differences }
  })
}

type Steps = {
  check: (accounts: readonly Account[]) => Promise<boolean>
  checkTotals: (businessId: number, mostLines?: number) => Promise<void>
}

async function checkSample(
  pool: Pool,
  run: Run,
  { check, checkTotals, sample }: Steps & { sample: number },
): Promise<boolean> {
  const goesRound = run.id % 2 === 0
  const accounts = await accountsRound(pool, goesRound ? await roundBefore(pool, run) : await anyPlace(pool), sample)
  if (!(await check(accounts))) return false
  if (goesRound) run.after = accounts.at(-1) ?? null
  await saveRun(pool, run)
  const { rows: found } = await pool.query<{ businessId: number }>(
    'SELECT DISTINCT business_id AS "businessId" FROM check_findings WHERE buyer_id = 0 AND cleared_at IS NULL LIMIT $1',
    [SAMPLE_BUSINESSES],
  )
  const drawn = shuffle(new Set(accounts.map(({ businessId }) => businessId)))
  const businesses = new Set([...found.map(({ businessId }) => businessId), ...drawn.slice(0, SAMPLE_BUSINESSES)])
  for (const businessId of businesses) await checkTotals(businessId, SAMPLE_LINES)
  return true
}

/** Saves progress after each page and business. */
async function checkAll(
  pool: Pool,
  run: Run,
  { check, checkTotals, signal }: Steps & { signal: AbortSignal | undefined },
): Promise<boolean> {
  while (run.totalsAfter === null) {
    const accounts = await accountsAfter(pool, run.after ?? BEFORE_ALL, PAGE, { byLines: true })
    if (!(await check(accounts))) return false
    run.after = accounts.at(-1) ?? run.after
    if (accounts.length < PAGE) run.totalsAfter = 0
    await saveRun(pool, run)
  }
  for (;;) {
    const businesses = await businessesAfter(pool, run.totalsAfter, PAGE)
    for (const businessId of businesses) {
      if (signal?.aborted) return false
      await checkTotals(businessId)
      run.totalsAfter = businessId
      await saveRun(pool, run)
    }
    if (businesses.length < PAGE) return true
  }
}
