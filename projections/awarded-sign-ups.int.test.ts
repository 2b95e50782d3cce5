/** Erasure of unverified sign-ups that were awarded points (decisions 35 and 51). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { signUpBuyer } from '#accounts/verification/sign-up.ts'
import { eraseUnverified, markAwarded, unverifiedToErase } from '#accounts/verification/unverified.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, inMs } from '#platform/event-store/events-for-tests.ts'
import { openFileStorage } from '#platform/files/file-storage.ts'
import { testDatabaseAndLedger } from '../infra/testing/servers/test-database.ts'
import { waitUntil } from '../infra/testing/wait-until.ts'
import { readModels } from './all.ts'
import { createChores } from './chores.ts'
import { createCatchUp } from './runtime/catch-up/catch-up.ts'

const { pool, ledger, store } = await testDatabaseAndLedger()

const folder = mkdtempSync(join(tmpdir(), 'hatik-awarded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BUSINESS = 900
const now = new Date()
const after = (days: number) => new Date(now.getTime() + days * DAY_MS)
const noBusiness = async () => expect.fail('a buyer is no business')

async function signedUp(name: string, { marked = false } = {}): Promise<{ id: number; code: string }> {
  const { id, buyerCode } = await signUpBuyer(
    pool,
    { email: `${name}@awarded.test`, passwordHash: '!x', firstName: 'Ani', lastName: 'Buyer', language: 'am' },
    { secret: 'secret', key: undefined, now },
  )
  const buyer = { id, code: buyerCode ?? '' }
  if (marked) expect(await markAwarded(pool, buyer)).toBe(true)
  return buyer
}

async function remaining(ids: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM users WHERE id = ANY($1) AND erased_at IS NULL ORDER BY id',
    [ids],
  )
  return rows.map(({ id }) => id)
}

it('a sign-up with points stays however long nobody verifies it; one whose award came to nothing is erased once the read models say so', async () => {
  const [rich, poor, plain] = [
    await signedUp('rich', { marked: true }),
    await signedUp('poor', { marked: true }),
    await signedUp('plain'),
  ]
  const ids = [rich.id, poor.id, plain.id]
  const outcome = await store.append(accountStream(BUSINESS, rich.id), NO_STREAM, [award(5_000)], inMs(10_000))
  expect(outcome.kind).toBe('written')
  const log = store.openLogReader(LOG_PREFIXES)
  const failed: string[] = []
  const doChores = createChores({
    pool,
    files: openFileStorage(pathToFileURL(folder).href),
    ledger,
    head: () => log.head(),
    onFailed: (what) => failed.push(what),
  })
  try {
    // The read models are behind, so only the account that was never awarded is erased.
    await doChores(after(31))
    expect(failed.filter((what) => what.endsWith('unverified'))).toHaveLength(1)
    expect(await remaining(ids)).toEqual([rich.id, poor.id])
    await createCatchUp({ pool, log, readModels })()
    await doChores(after(31))
    expect(await remaining(ids)).toEqual([rich.id])
    await doChores(after(400))
    expect(await remaining(ids)).toEqual([rich.id])
  } finally {
    await log.close()
  }
})

it('an account awarded within the last seven days is not due, nor erased if the award comes after it was found due', async () => {
  const { id, code } = await signedUp('late')
  await pool.query(
    `UPDATE users SET created_at = now() - interval '60 days', email_verification_expires = $2 WHERE id = $1`,
    [id, after(-30)],
  )
  const due = (await unverifiedToErase(pool, now)).find(({ userId }) => userId === id)
  expect(due).toMatchObject({ role: 'buyer', awarded: false })
  await markAwarded(pool, { id, code })
  expect(await eraseUnverified(pool, due!, now, noBusiness, async () => false)).toBe(false)
  expect((await unverifiedToErase(pool, after(6))).some(({ userId }) => userId === id)).toBe(false)
  const later = (await unverifiedToErase(pool, after(8))).find(({ userId }) => userId === id)
  expect(later).toMatchObject({ awarded: true })
  expect(await eraseUnverified(pool, later!, after(8), noBusiness)).toBe(false)
  expect(await eraseUnverified(pool, later!, after(8), noBusiness, async () => false)).toBe(true)
})

it('an award that waits for an erasure finds no account, and an erasure that waits for an award leaves it', async () => {
  const [gone, stays] = [await signedUp('gone'), await signedUp('stays')]
  const waiting = () =>
    waitUntil(
      'one waits for the row',
      async () =>
        (
          await pool.query(
            'SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())',
          )
        ).rowCount,
    )
  const other = await pool.connect()
  await other.query('BEGIN')
  await other.query('UPDATE users SET buyer_code = NULL, erased_at = now() WHERE id = $1', [gone.id])
  const marked = markAwarded(pool, gone)
  await waiting()
  await other.query('COMMIT')
  expect(await marked).toBe(false)

  await other.query('BEGIN')
  await markAwarded(other, stays)
  const erased = eraseUnverified(pool, { userId: stays.id, role: 'buyer', awarded: false }, after(31), noBusiness)
  await waiting()
  await other.query('COMMIT')
  other.release()
  expect(await erased).toBe(false)
  expect(await remaining([stays.id])).toEqual([stays.id])
})
