import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { signUpBuyer } from '#accounts/verification/sign-up.ts'
import { eraseUnverified, unverifiedToErase } from '#accounts/verification/unverified.ts'
import { storeIdDocument } from '#businesses/profile/id-documents.ts'
import { registerBusiness } from '#businesses/profile/registration.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { closeUndecided } from '#businesses/status/status-changes.ts'
import { registrationOf } from '#businesses/testing/registrations.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, inMs } from '#platform/event-store/events-for-tests.ts'
import { openFileStorage, type FileStorage } from '#platform/files/file-storage.ts'
import { freePort } from '../infra/local/ports.ts'
import { insertBusiness } from '../infra/testing/people/people-rows.ts'
import { testDatabaseAndLedger } from '../infra/testing/servers/test-database.ts'
import { readModels } from './all.ts'
import { createChores, type ChoresOptions } from './chores.ts'
import { createCatchUp } from './runtime/catch-up/catch-up.ts'

const { pool, ledger, store } = await testDatabaseAndLedger()

function ownFiles(): FileStorage {
  const folder = mkdtempSync(join(tmpdir(), 'hatik-chores-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return openFileStorage(pathToFileURL(folder).href)
}

/** A freshly started worker; each call does one round of chores. */
const startWorker = ({
  files = ownFiles(),
  head = async () => null,
  onFailed,
}: Partial<Pick<ChoresOptions, 'files' | 'head'>> & Pick<ChoresOptions, 'onFailed'>) =>
  createChores({ pool, files, ledger, head, onFailed })

const business = (status: 'active' | 'pending' | 'rejected') =>
  insertBusiness(pool, { passwordHash: '!', plan: 'starter', status, perks: [] })

it('no closing is finished without knowing the head of the log: not in the first round, nor after a failed read (H25)', async () => {
  const { id } = await business('active')
  await pool.query(
    `INSERT INTO account_closings (user_id, role, started_at) VALUES ($1, 'business', now() - interval '1 hour')`,
    [id],
  )
  const finished = async () =>
    (await pool.query('SELECT FROM account_closings WHERE user_id = $1 AND finished_at IS NOT NULL', [id])).rowCount ===
    1
  const heads: (bigint | null | Error)[] = []
  const head = async () => {
    const next = heads.shift() ?? null
    if (next instanceof Error) throw next
    return next
  }
  const failed: string[] = []
  const worker = () => startWorker({ head, onFailed: (_what, error) => failed.push(String(error)) })
  // The read models lag behind, so neither of two fresh workers may finish the closing.
  heads.push(10n, 10n, new Error('the store is away'), 10n, 10n)
  await worker()(new Date())
  expect(await finished()).toBe(false)
  const doChores = worker()
  await doChores(new Date())
  expect(await finished(), 'the first round').toBe(false)
  await doChores(new Date())
  expect(await finished(), 'the read models are behind').toBe(false)
  expect(failed).toEqual(['Error: the store is away'])
  const readUpTo = (position: number | null) =>
    pool.query('UPDATE projection_generations SET position = $1', [position])
  await readUpTo(10)
  onTestFinished(async () => void (await readUpTo(null)))
  await doChores(new Date())
  expect(await finished(), 'the round before could not ask').toBe(false)
  await doChores(new Date())
  expect(await finished()).toBe(true)
})

it('no closing is finished by a head of the log that was read too early, however late it is now (H25)', async () => {
  const { id } = await business('active')
  const finished = async () =>
    (await pool.query('SELECT FROM account_closings WHERE user_id = $1 AND finished_at IS NOT NULL', [id])).rowCount ===
    1
  const failed: unknown[] = []
  const doChores = startWorker({ onFailed: (_what, error) => failed.push(error) })
  // Simulates a worker that sleeps, or whose clock is wrong, until the closing is three minutes old.
  const anHourLater = new Date(Date.now() + 3_600_000)
  await doChores(new Date())
  await pool.query(
    `INSERT INTO account_closings (user_id, role, started_at) VALUES ($1, 'business', clock_timestamp() - interval '3 minutes')`,
    [id],
  )
  await doChores(anHourLater)
  expect(await finished(), 'the end of the log was read before its three minutes were over').toBe(false)
  await doChores(anHourLater)
  expect(await finished()).toBe(true)
  expect(failed).toEqual([])
})

it('one business whose chore fails does not hold up the others, and the failure is reported (H22-H26)', async () => {
  const failed: string[] = []
  const onFailed = (what: string, error: unknown) => failed.push(`${what}: ${String(error)}`)
  let looked = 0
  const head = async () => ((looked += 1), null)
  const doChores = startWorker({ head, onFailed })
  await doChores(new Date())
  looked = 0
  const pairs = { trial: [], plan: [], unverified: [], rejected: [], document: [], closing: [] } as Record<
    string,
    number[]
  >
  const statuses: Record<string, 'pending' | 'rejected'> = { unverified: 'pending', rejected: 'rejected' }
  for (const [name, ids] of Object.entries(pairs))
    for (let one = 0; one < 2; one += 1) ids.push((await business(statuses[name] ?? 'active')).id)
  // The first of each pair is due first and cannot be changed.
  const longAgo = `now() - make_interval(days => CASE WHEN user_id = $1 THEN 60 ELSE 50 END)`
  const ended = {
    trial: 'trial_end_date',
    plan: 'subscription_end_date',
    rejected: 'decided_at',
    document: 'decided_at',
  }
  for (const [name, column] of Object.entries(ended))
    await pool.query(`UPDATE business_profiles SET ${column} = ${longAgo} WHERE user_id = ANY($2)`, [
      pairs[name]![0],
      pairs[name],
    ])
  await pool.query(
    `UPDATE business_profiles SET subscription_start_date = now() - interval '90 days' WHERE user_id = ANY($1)`,
    [pairs['plan']],
  )
  await pool.query(
    `UPDATE users SET email_verified = false, email_verification_expires = now() - interval '60 days' WHERE id = ANY($1)`,
    [pairs['unverified']],
  )
  await pool.query(`UPDATE users SET id_document_url = 'id-documents/' || id || '.jpg' WHERE id = ANY($1)`, [
    pairs['document'],
  ])
  await pool.query(
    `INSERT INTO account_closings (user_id, role, started_at) SELECT id, 'business', now() - interval '1 hour' - make_interval(mins => (id = $1)::int) FROM users WHERE id = ANY($2)`,
    [pairs['closing']![0], pairs['closing']],
  )
  await pool.query(
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cannot be changed'; END $$",
  )
  const firsts = Object.values(pairs).map(([first]) => first)
  for (const [table, id] of [
    ['business_profiles', 'user_id'],
    ['users', 'id'],
    ['account_closings', 'user_id'],
  ]) {
    await pool.query(
      `CREATE TRIGGER refuse BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (OLD.${id} IN (${firsts})) EXECUTE FUNCTION refuse()`,
    )
  }
  try {
    await doChores(new Date())
  } finally {
    for (const table of ['business_profiles', 'users', 'account_closings'])
      await pool.query(`DROP TRIGGER refuse ON ${table}`)
  }

  expect(failed).toEqual(
    ['trials', 'subscriptions', 'unverified', 'documents', 'rejected', 'closings'].map(
      (name) => `a chore failed and will be retried: ${name}: error: cannot be changed`,
    ),
  )
  const { rows } = await pool.query<{
    id: number
    status: string
    document: string | null
    erased: boolean
    closed: boolean
  }>(
    `SELECT u.id, p.status, u.id_document_url AS document, u.erased_at IS NOT NULL AS erased, c.finished_at IS NOT NULL AS closed
     FROM users u JOIN business_profiles p ON p.user_id = u.id LEFT JOIN account_closings c ON c.user_id = u.id WHERE u.id = ANY($1)`,
    [Object.values(pairs).flat()],
  )
  const of = (name: string) => pairs[name]!.map((id) => rows.find((row) => row.id === id)!)
  expect(of('trial').map(({ status }) => status)).toEqual(['active', 'trial_expired'])
  expect(of('plan').map(({ status }) => status)).toEqual(['active', 'trial_expired'])
  for (const name of ['unverified', 'rejected']) expect(of(name).map(({ erased }) => erased)).toEqual([false, true])
  expect(of('document').map(({ document }) => document === null)).toEqual([false, true])
  expect(of('closing').map(({ closed }) => closed)).toEqual([false, true])
  expect(looked, 'where the log ends, for the closings of the next round').toBe(1)
  await doChores(new Date())
  expect(failed).toHaveLength(6)
})

it('a registration unverified seven days after its link is erased with its document; address and slug become free (decision 35)', async () => {
  const now = new Date()
  const after = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const register = async (name: string, idDocumentKey: string | null = null) => {
    const email = `${name}@unverified.test`
    return {
      email,
      ...(await registerBusiness(
        pool,
        registrationOf({ email, businessName: `Unverified ${name}`, idDocumentKey }, now),
        { correlationId: 'test', now },
      )),
    }
  }
  const files = ownFiles()
  const failed: unknown[] = []
  const doChores = startWorker({ files, onFailed: (_what, error) => failed.push(error) })
  const document = await storeIdDocument(
    files,
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#9b1b30' } })
      .png()
      .toBuffer(),
  )
  const never = await register('never', document)
  const [asked, reset] = [await register('asked'), await register('reset')]
  const [verified, approved, byHand] = [
    await register('verified'),
    await register('approved'),
    await register('by-hand'),
  ]
  await pool.query('UPDATE users SET email_verification_expires = $2 WHERE id = $1', [asked.userId, after(25)])
  // A password reset link also goes to that address, so it postpones erasure.
  await pool.query('UPDATE users SET password_reset_expires = $2 WHERE id = $1', [reset.userId, after(25)])
  await pool.query('UPDATE users SET email_verified = true WHERE id = $1', [verified.userId])
  await pool.query(`UPDATE business_profiles SET status = 'active' WHERE user_id = $1`, [approved.userId])
  await pool.query(
    'UPDATE users SET email_verification_token = NULL, email_verification_expires = NULL WHERE id = $1',
    [byHand.userId],
  )
  const people = [never, asked, reset, verified, approved, byHand]
  const erased = async () => {
    const { rows } = await pool.query<{ id: number }>(
      'SELECT id FROM users WHERE id = ANY($1) AND erased_at IS NOT NULL ORDER BY id',
      [people.map(({ userId }) => userId)],
    )
    return rows.map(({ id }) => id)
  }

  await doChores(after(7.9))
  expect(await erased()).toEqual([])
  expect(await doChores(after(8.1))).toMatchObject({ unverified: 1, documents: { orphans: 1 } })
  expect(await erased()).toEqual([never.userId])
  expect(await files.get(document)).toBeUndefined()
  const { rows } = await pool.query('SELECT status, business_name AS name FROM business_profiles WHERE user_id = $1', [
    never.userId,
  ])
  expect(rows).toEqual([{ status: 'closed', name: 'Closed business' }])
  expect(await register('never')).toMatchObject({ slug: never.slug })
  // Further links postpone the erasure, but not for ever.
  expect(await doChores(after(30.1))).toMatchObject({ unverified: 3 })
  expect(await erased()).toEqual([never.userId, asked.userId, reset.userId])
  expect(failed).toEqual([])
  // Verified between the search and the erasure.
  for (const { userId } of [verified, approved]) {
    expect(
      await eraseUnverified(pool, { userId, role: 'business' }, now, (client, id, recording) =>
        closeUndecided(client, id, recording, bankTransfer),
      ),
    ).toBe(false)
  }
  expect(await erased()).toHaveLength(3)
  // A round takes a hundred, so those that stay must not fill it.
  expect(await unverifiedToErase(pool, after(31))).toEqual([])
})

it('an unverified buyer’s sign-up is erased and its address freed, but an imported customer stays (decision 35)', async () => {
  const now = new Date()
  const after = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const signUp = (email: string) =>
    signUpBuyer(
      pool,
      { email, passwordHash: '!', firstName: 'Foreign', lastName: 'Name', language: 'am' },
      { secret: 'secret', key: undefined, now },
    )
  const [stranger, verified, imported] = [
    await signUp('ani@unverified.test'),
    await signUp('davit@unverified.test'),
    await signUp('customer@unverified.test'),
  ]
  await pool.query('UPDATE users SET email_verified = true WHERE id = $1', [verified.id])
  await pool.query(
    'UPDATE users SET email_verification_token = NULL, email_verification_expires = NULL WHERE id = $1',
    [imported.id],
  )
  const doChores = startWorker({ onFailed: (what, error) => expect.fail(`${what}: ${String(error)}`) })
  expect(await doChores(after(7.9))).toMatchObject({ unverified: 0 })
  expect(await doChores(after(8.1))).toMatchObject({ unverified: 1 })
  const { rows } = await pool.query(
    'SELECT id, first_name AS "firstName", buyer_code AS code FROM users WHERE id = ANY($1) AND erased_at IS NOT NULL',
    [[stranger.id, verified.id, imported.id]],
  )
  expect(rows).toEqual([{ id: stranger.id, firstName: '', code: null }])
  expect((await pool.query('SELECT role FROM account_closings WHERE user_id = $1', [stranger.id])).rows).toEqual([
    { role: 'buyer' },
  ])
  await pool.query('DELETE FROM account_closings WHERE user_id = $1', [stranger.id])
  expect((await signUp('ani@unverified.test')).id).not.toBe(stranger.id)
  expect(
    await eraseUnverified(pool, { userId: verified.id, role: 'buyer' }, now, async () =>
      expect.fail('a buyer is no business'),
    ),
  ).toBe(false)
})

it('unavailable file storage holds up documents only, not the erasure of people (H22, H23)', async () => {
  const [over, rejected] = [await business('active'), await business('rejected')]
  await pool.query(`UPDATE business_profiles SET trial_end_date = now() - interval '1 day' WHERE user_id = $1`, [
    over.id,
  ])
  await pool.query(`UPDATE business_profiles SET decided_at = now() - interval '31 days' WHERE user_id = $1`, [
    rejected.id,
  ])
  await pool.query(
    `INSERT INTO keyed_writes (user_id, key, input_hash, reply, written_at) VALUES ($1, 'old', 'x', '{}', now() - interval '8 days')`,
    [over.id],
  )
  const failed: string[] = []
  const doChores = startWorker({
    files: openFileStorage(`s3://files?endpoint=http://127.0.0.1:${await freePort()}`),
    onFailed: (what) => failed.push(what),
  })

  expect(await doChores(new Date())).toMatchObject({
    trials: { expired: 1 },
    rejected: 1,
    closings: { left: 0 },
    keyedWrites: 1,
  })
  expect(failed).toEqual(['a chore failed and will be retried: documents'])
  const { rows } = await pool.query<{ erased: boolean }>(
    'SELECT erased_at IS NOT NULL AS erased FROM users WHERE id = $1',
    [rejected.id],
  )
  expect(rows).toEqual([{ erased: true }])
  // A daily chore is repeated only if it failed.
  expect(await doChores(new Date())).toMatchObject({ rejected: 0, keyedWrites: 0 })
})

it('a smaller plan starts once the month’s awards can be counted, not by stale read models (H11), and delays nobody else', async () => {
  const now = new Date()
  const waitingFor = async (
    nextPlan: 'starter' | 'standard',
    plan: 'starter' | 'prime',
    next = now,
  ): Promise<number> => {
    const { id } = await insertBusiness(pool, { passwordHash: '!', plan, status: 'active', perks: [] })
    await pool.query(
      `UPDATE business_profiles SET next_plan = $2, next_cycle = 'monthly', next_from = $3 WHERE user_id = $1`,
      [id, nextPlan, next],
    )
    return id
  }
  const anHourAgo = new Date(now.getTime() - 3_600_000)
  for (let more = 0; more < 5; more += 1) await waitingFor('starter', 'prime', anHourAgo)
  const id = await waitingFor('starter', 'prime')
  const larger = await waitingFor('standard', 'starter')
  const billed = (await business('active')).id
  await pool.query(
    `UPDATE business_profiles SET subscription_start_date = $2, subscription_end_date = $2::timestamptz + interval '3 days' WHERE user_id = $1`,
    [billed, now],
  )
  for (const buyerId of [1, 2, 3]) {
    // Awarded without a limit, so no place was taken.
    const made = award()
    const outcome = await store.append(
      accountStream(id, buyerId),
      NO_STREAM,
      [{ ...made, metadata: { ...made.metadata, recordedAt: now.toISOString() } }],
      inMs(10_000),
    )
    expect(outcome.kind).toBe('written')
  }
  const log = store.openLogReader(LOG_PREFIXES)
  const failed: string[] = []
  const doChores = startWorker({
    head: () => log.head(),
    onFailed: (what, error) => failed.push(`${what}: ${String(error)}`),
  })
  const state = async (of = id) =>
    (
      await pool.query(
        'SELECT subscription_plan AS plan, (SELECT used FROM quota WHERE business_id = user_id) AS used FROM business_profiles WHERE user_id = $1',
        [of],
      )
    ).rows[0]
  try {
    await doChores(now)
    expect(failed).toEqual([
      expect.stringMatching(/^a chore failed and will be retried: subscriptions: Error: The read models are behind/),
    ])
    expect(await state()).toEqual({ plan: 'prime', used: null })
    expect(await state(larger)).toMatchObject({ plan: 'standard' })
    expect((await pool.query('SELECT reason, state FROM invoices WHERE business_id = $1', [billed])).rows).toEqual([
      { reason: 'renewal', state: 'open' },
    ])
    await createCatchUp({ pool, log, readModels })()
    expect(await doChores(now)).toMatchObject({ subscriptions: { begun: 6 } })
    expect(await state()).toEqual({ plan: 'starter', used: 3 })
  } finally {
    await log.close()
  }
})

it('an expired new address is deleted with its link, but not one that can still be verified, nor the first address (H20)', async () => {
  const now = new Date()
  const person = async (pending: string | null, expires: number): Promise<number> => {
    const { id } = await business('active')
    const values = [id, pending, `token-${id}`, new Date(now.getTime() + expires)]
    await pool.query(
      'UPDATE users SET pending_email = $2, email_verification_token = $3, email_verification_expires = $4 WHERE id = $1',
      values,
    )
    return id
  }
  const [over, waits, first] = [
    await person('stranger@moves.test', -1),
    await person('new@moves.test', 60_000),
    await person(null, -1),
  ]
  const doChores = startWorker({ onFailed: (what, error) => expect.fail(`${what}: ${String(error)}`) })
  expect(await doChores(now)).toMatchObject({ moves: 1 })
  const { rows } = await pool.query(
    'SELECT id, pending_email AS pending, email_verification_token AS token FROM users WHERE id = ANY($1) ORDER BY id',
    [[over, waits, first]],
  )
  expect(rows).toEqual([
    { id: over, pending: null, token: null },
    { id: waits, pending: 'new@moves.test', token: `token-${waits}` },
    { id: first, pending: null, token: `token-${first}` },
  ])
})

it('a dead letter is kept with its address for thirty days, then deleted; sent mails stay (H25)', async () => {
  const now = new Date('2026-01-20T19:58:00Z')
  for (const [cause, state, days] of [
    ['old', 'dead', 31],
    ['sent', 'sent', 31],
    ['young', 'dead', 29],
  ] as const) {
    await pool.query(
      `INSERT INTO mail_outbox (cause, template, user_id, to_address, parameters, state, failure, ended_at)
       VALUES ($1, 'verify_new_email', 77, 'stranger@dead.test', '{"seed": "x"}', $4, 'refused: 550', $2::timestamptz - make_interval(days => $3))`,
      [cause, now, days, state],
    )
  }
  const doChores = startWorker({ onFailed: (what, error) => expect.fail(`${what}: ${String(error)}`) })
  expect(await doChores(now)).toMatchObject({ deadMails: 1 })
  const { rows } = await pool.query(
    `SELECT cause, state, to_address AS "to", parameters, failure FROM mail_outbox WHERE user_id = 77 ORDER BY cause`,
  )
  const kept = { to: 'stranger@dead.test', parameters: { seed: 'x' }, failure: 'refused: 550' }
  expect(rows).toEqual([
    { cause: 'old', state: 'dropped', to: null, parameters: {}, failure: 'refused: 550' },
    { cause: 'sent', state: 'sent', ...kept },
    { cause: 'young', state: 'dead', ...kept },
  ])
  await pool.query(`UPDATE mail_outbox SET ended_at = '2025-12-01' WHERE cause = 'young'`)
  expect(await doChores(new Date('2026-01-20T19:59:00Z'))).toMatchObject({ deadMails: 0 })
  expect(await doChores(new Date('2026-01-20T20:00:00Z'))).toMatchObject({ deadMails: 1 })
})
