import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { BUSINESS_EVENT_DATA, businessStream } from '#contracts/events/business-events.ts'
import { recordVisitStart } from '#accounts/impersonation.ts'
import { issueInvoice } from '#businesses/invoices/invoices.ts'
import { bySystem, recordEvents } from '#platform/outbox/event-outbox.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { readModels } from '#projections/all.ts'
import { createCatchUp } from '#projections/runtime/catch-up/catch-up.ts'
import { arrayLog, History } from '#projections/testing/history.ts'
import { insertBusiness, insertUser } from '../testing/people/people-rows.ts'
import { testDatabase } from '../testing/servers/test-database.ts'
import { exportPerson, ROWS_OF_PERSON } from './person-export.ts'

const { services, pool } = await testDatabase()

/** Tables that name people but are not exported. New ones must be added here with a reason, or to person-export.ts. */
const LEFT_OUT: Record<string, string> = {
  account_checks: 'whether the ledger was checked, and nothing else',
  account_snapshots: 'purchases and perks that movements and redemptions show',
  account_closings: 'of people who have left',
  attention_days: 'sums of purchases that movements show',
  business_ratings: 'sums of what others wrote',
  business_stats: 'sums, on the dashboard of the business',
  buyer_visits: 'sums of purchases that movements show',
  card_batches: 'how many cards a business ordered, and when',
  check_findings: 'the differences that a check of the ledger found',
  daily_book: 'sums, which the business saves as a file',
  day_report: 'purchases and perks that movements and redemptions show',
  event_streams: 'how many events each stream has',
  event_outbox: 'what business_history and support_visits show',
  monthly_transactions: 'sums, on the dashboard of the business',
  projection_generations: 'where the read models stand',
  quota: 'sums, on the dashboard of the business',
  quota_reservations: 'awards that movements show',
  receipts: 'awards that movements show',
  replays: 'what administrators did, in the log under their numbers',
  retired_codes: 'of people who have left',
  settings: 'of the installation',
}

const history = new History(1n)
const held = async (id: number) => (await exportPerson(pool, id))!

it('the export covers every table that names people', async () => {
  const { id } = await insertUser(pool, { role: 'buyer', passwordHash: '!', code: 'AR3100' })
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema IN ('public', 'read') AND column_name ~ '(^|_)(user|buyer|business|profile|admin|actor)(_profile)?_id$|email|_by$|^stream$|^buyer_code$' ORDER BY 1`,
  )
  expect(Object.keys((await held(id)).held)).toEqual(['users'])
  const known = [...Object.keys(ROWS_OF_PERSON), ...Object.keys(LEFT_OUT)]
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

it("a buyer's export has details, reviews, purchases, perks and mails, without secrets or others’ data", async () => {
  const cafe = await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'active', perks: ['1.0'] })
  const [ani, other] = [
    await insertUser(pool, { role: 'buyer', passwordHash: 'secret-hash', code: 'AR3101' }),
    await insertUser(pool, { role: 'buyer', passwordHash: '!', code: 'AR3102' }),
  ]
  await pool.query(
    `UPDATE users SET phone = '+37491000001', pending_email = 'new@held.test', email_verification_token = 'secret-token', password_reset_token = 'secret-reset', sign_up_key = 'secret-key' WHERE id = $1`,
    [ani.id],
  )
  await pool.query(
    `INSERT INTO reviews (buyer_id, business_id, rating, comment) VALUES ($1, $3, 5, 'words of hers'), ($2, $3, 1, 'words of another')`,
    [ani.id, other.id, cafe.id],
  )
  await pool.query(
    `INSERT INTO keyed_writes (user_id, key, input_hash, reply) VALUES ($1, 'secret-write', 'secret-input', '{"comment": "words before"}')`,
    [ani.id],
  )
  await pool.query(`INSERT INTO mail_requests (kind, email) VALUES ('reset_password', upper($1))`, [ani.email])
  await inTransaction(pool, (client) =>
    orderMail(client, {
      cause: 'reset:secret-seed',
      template: 'reset_password',
      userId: ani.id,
      parameters: { seed: 'secret-seed', role: 'buyer' },
    }),
  )
  for (const [buyerId, amountAmd, perkName] of [
    [ani.id, 4_000, 'Coffee'],
    [other.id, 5_000, 'words of another'],
  ] as const) {
    const account = { businessId: cafe.id, buyerId }
    history.award(account, amountAmd)
    history.redeem(account, 10, perkName)
  }
  await createCatchUp({ pool, log: arrayLog(history.events), readModels })()

  const { stdout } = await promisify(execFile)(process.execPath, [
    'infra/admin/main.ts',
    'export',
    String(ani.id),
    '--database',
    services.databaseUrl,
  ])
  const told = JSON.parse(stdout) as Awaited<ReturnType<typeof held>>
  expect(told.number).toBe(ani.id)
  expect(Object.keys(told.held)).toEqual([
    'users',
    'reviews',
    'keyed_writes',
    'mail_requests',
    'mail_outbox',
    'account_balances',
    'movements',
    'redemptions',
  ])
  expect(told.held).toMatchObject({
    users: [
      {
        email: ani.email,
        first_name: 'Firstname',
        phone: '+37491000001',
        pending_email: 'new@held.test',
        buyer_code: 'AR3101',
      },
    ],
    reviews: [{ comment: 'words of hers' }],
    keyed_writes: [{ reply: { comment: 'words before' } }],
    mail_outbox: [{ template: 'reset_password', parameters: { role: 'buyer' } }],
    account_balances: [{ balance_tenths: 70 }],
    movements: [{ type: 'PointsAwarded', amount_amd: 4_000 }, { type: 'PerkRedeemed' }],
    redemptions: [{ perk_name: 'Coffee' }],
  })
  expect(stdout).not.toMatch(/secret|words of another|AR3102/)
})

it("a business's export has profile, perks, invoices, history and support visits, without its buyers’ data; unknown ids give nothing", async () => {
  const [cafe, bakery] = [
    await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'active', perks: ['1.0'] }),
    await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'active', perks: ['2.0'] }),
  ]
  for (const businessId of [cafe.id, bakery.id]) {
    const invoice = await inTransaction(pool, (client) =>
      issueInvoice(client, {
        businessId,
        kind: 'charge',
        reason: 'change',
        plan: 'standard',
        cycle: 'yearly',
        priceAmd: businessId,
        creditAmd: 0,
        issuedAt: new Date('2026-11-20T12:00:00Z'),
        dueAt: new Date('2026-11-30T12:00:00Z'),
        provider: 'bank_transfer',
        seller: null,
      }),
    )
    await pool.query(
      `INSERT INTO business_notes (business_id, text, written_by, written_at) VALUES ($1, $2, 9, now())`,
      [businessId, businessId === cafe.id ? 'Opens a second shop' : 'words of another'],
    )
    await pool.query(
      `INSERT INTO invoice_transfers (invoice_id, amount_amd, reference, entered_by, entered_at) VALUES ($1, 500, $2, 9, now())`,
      [invoice.id, businessId === cafe.id ? 'BANK-7' : 'words of another'],
    )
  }
  await pool.query(
    `INSERT INTO business_staff (id, business_id, name, role, pin_hash) VALUES ($1, $2, 'words of another', 'cashier', 'secret')`,
    [randomUUID(), cafe.id],
  )
  await pool.query(
    `INSERT INTO tills (id, business_id, name, locks_after_seconds, code_hash, pairing, paired_by) VALUES ($1, $2, 'Till 1', 120, 'secret', $1, 'secret')`,
    [randomUUID(), cafe.id],
  )
  await pool.query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at) VALUES ($1, $2, 'secret-id', 'secret-key', 0, '{}', 'Phone', now())`,
    [randomUUID(), cafe.id],
  )
  await pool.query(
    `INSERT INTO push_subscriptions (id, user_id, endpoint, p256dh, auth, kinds, language, session, created_at)
     VALUES ($1, $2, 'https://push.example/a', 'secret', 'secret', '{points}', 'am', 'secret', now())`,
    [randomUUID(), cafe.id],
  )
  await pool.query(`INSERT INTO branches (id, business_id, name) VALUES ($1, $2, 'Komitas')`, [randomUUID(), cafe.id])
  const account = { businessId: cafe.id, buyerId: 77 }
  history.award(account, 1_000)
  history.use(account, history.redeem(account, 10))
  for (const { id } of [cafe, bakery]) {
    const by = { correlationId: 'test', at: new Date('2026-11-20T12:00:00Z') }
    await recordVisitStart(
      pool,
      { visitId: randomUUID(), adminId: 9, businessId: id },
      { reason: `asked by ${id}`, expiresAt: new Date('2026-11-20T12:30:00Z'), ...by },
    )
    await recordEvents(
      pool,
      businessStream(id),
      BUSINESS_EVENT_DATA,
      [{ type: 'BusinessSuspended', data: { reason: `of ${id}`, from: 'active' } }],
      bySystem(`suspend ${id}`, by.at),
    )
  }
  const recorded = await pool.query<LogEvent>(
    'SELECT event_id AS id, stream, revision, type, data, metadata, now() AS "storedAt" FROM event_outbox ORDER BY event_outbox.id',
  )
  const events = [
    ...history.events,
    ...recorded.rows.map((event, index) => ({ ...event, position: BigInt(10_000 + index) })),
  ]
  await createCatchUp({ pool, log: arrayLog(events), readModels })()

  const { held: rows } = await held(cafe.id)
  expect(rows).toMatchObject({
    business_profiles: [{ user_id: cafe.id }],
    perks: [{ name: 'Perk for 1.0' }],
    invoice_transfers: [{ amount_amd: 500, reference: 'BANK-7' }],
    business_notes: [{ text: 'Opens a second shop' }],
    invoices: [{ price_amd: cafe.id, parties: { buyer: { name: `Business ${cafe.id}` } } }],
  })
  expect(rows).toMatchObject({
    business_history: [{ type: 'VisitStarted' }, { type: 'BusinessSuspended' }],
    support_visits: [{ reason: `asked by ${cafe.id}` }],
  })
  expect(rows).toMatchObject({
    business_staff: [{ role: 'cashier' }],
    tills: [{ name: 'Till 1' }],
    branches: [{ name: 'Komitas' }],
    passkeys: [{ name: 'Phone' }],
    push_subscriptions: [{ endpoint: 'https://push.example/a', kinds: ['points'] }],
  })
  expect(JSON.stringify(rows)).not.toMatch(/secret|words of another/)
  expect(JSON.stringify([rows['invoice_transfers'], rows['business_notes']])).not.toMatch(/entered_by|written_by/)
  expect(Object.keys(rows)).not.toContain('movements')
  const command = (...numbers: string[]) =>
    promisify(execFile)(process.execPath, [
      'infra/admin/main.ts',
      'export',
      ...numbers,
      '--database',
      services.databaseUrl,
    ])
  await expect(command('999999')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no user 999999.\n',
  })
  // Prevents a file with the data of two people.
  await expect(command(String(cafe.id), String(bakery.id))).rejects.toMatchObject({ code: 2, stdout: '' })
})
