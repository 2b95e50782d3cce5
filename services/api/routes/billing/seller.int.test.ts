/** The issuer of invoices, unset until an administrator sets it (H36, H37). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Settings } from '#contracts/calls/staff/admin-settings.ts'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import type { Invoice, SubscriptionChange } from '#contracts/calls/billing.ts'
import { setSeller } from '#businesses/payments/seller.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

const SELLER = {
  name: '«Ցորեն» ՍՊԸ',
  taxId: '01234567',
  address: 'ՀՀ, ք. Գյումրի, Անկախության 1',
  bank: 'Գյումրու բանկ',
  account: '1570012345678901',
}

let product: Product
let admin: Person
let cafe: Person
beforeAll(async () => {
  product = await startProduct()
  admin = await signInStaff(product, 'admin')
  cafe = await product.business({ plan: 'starter' })
  await product.pool.query(`DELETE FROM settings WHERE name = 'seller'`)
})
afterAll(() => product?.close())

const choose = (plan: string) =>
  cafe.write<SubscriptionChange>('POST', `/api/business/${cafe.id}/subscription`, { plan, cycle: 'monthly' })
const settings = async () => (await admin.get<Settings>('/api/admin/settings')).body
const put = async (changed: object) =>
  admin.write<Settings>('PUT', '/api/admin/settings', {
    ...(await settings()),
    ...changed,
    reason: 'the company is founded',
  })
const isSet = async () => (await admin.get<Overview>('/api/admin/overview')).body.sellerIsSet
const parties = async () =>
  (
    await product.pool.query<{ seller: object }>(`SELECT parties -> 'seller' AS seller FROM invoices ORDER BY id`)
  ).rows.map(({ seller }) => seller)
/** Names in all SettingsChanged events. */
const traced = async () =>
  (
    await product.pool.query<{ names: string[] }>(
      `SELECT data -> 'names' AS names FROM event_outbox WHERE type = 'SettingsChanged' ORDER BY id`,
    )
  ).rows.map(({ names }) => names)

it('until set, no invoice is issued, administrators are told, and all else can be set', async () => {
  const refused = await choose('prime')
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'paying_not_set_up', message: 'Payment is not set up yet' },
  ])
  expect(await parties()).toEqual([])
  expect(await isSet()).toBe(false)
  const other = await put({ autoApprove: ['ngo'] })
  expect([other.status, other.body]).toMatchObject([200, { autoApprove: ['ngo'], seller: null }])
  expect((await choose('prime')).status).toBe(409)
})

it('takes all five lines or none, and an account number with spaces', async () => {
  const wrong = [
    { name: '  ' },
    { name: 'x'.repeat(201) },
    { taxId: '' },
    { taxId: '1'.repeat(41) },
    { address: '' },
    { bank: '' },
    { account: '12345' },
    { account: 'no account' },
    { account: '1'.repeat(17) },
    { iban: 'AM' },
  ]
  for (const line of wrong) {
    const refused = await put({ seller: { ...SELLER, ...line } })
    expect([refused.status, refused.body], JSON.stringify(line)).toMatchObject([400, { code: 'invalid_input' }])
  }
  expect((await settings()).seller).toBeNull()
  expect(
    (await put({ seller: { ...SELLER, name: ` ${SELLER.name} `, account: '15700-1234567 8901' } })).body.seller,
  ).toEqual(SELLER)
  expect([(await settings()).seller, await isSet()]).toEqual([SELLER, true])
})

it('then appears on every invoice and its payment instructions, and an issued invoice keeps it (decision 24)', async () => {
  const first = (await choose('prime')).body.invoice
  const pays = { recipient: SELLER.name, bank: SELLER.bank, account: SELLER.account }
  expect(first?.payment).toEqual({ provider: 'bank_transfer', ...pays, purpose: first?.number })
  expect((await put({ seller: { ...SELLER, name: '«Գարի» ՍՊԸ' } })).status).toBe(200)
  await choose('standard')
  expect(await parties()).toEqual([SELLER, { ...SELLER, name: '«Գարի» ՍՊԸ' }])
  const { body } = await cafe.get<Invoice[]>(`/api/business/${cafe.id}/invoices`)
  expect(body.map(({ payment }) => payment?.recipient)).toEqual(['«Գարի» ՍՊԸ', undefined])
})

it('changes leave a trace, and a call without it does not remove it', async () => {
  const before = await settings()
  const { rows: setBefore } = await product.pool.query('SELECT name, set_by, set_at FROM settings ORDER BY name')
  const other = await signInStaff(product, 'admin')
  for (const changed of [{ seller: null }, { seller: undefined }])
    expect(
      (await other.send('PUT', '/api/admin/settings', { ...before, ...changed, reason: 'nothing at all' })).status,
    ).toBe(200)
  expect(await settings()).toEqual(before)
  expect(
    (await product.pool.query('SELECT name, set_by, set_at FROM settings ORDER BY name')).rows,
    'and it stays whose it was',
  ).toEqual(setBefore)
  expect(await traced()).toEqual([['auto_approve'], ['seller'], ['seller']])
})

it('a price change records old and new values; a change of payee records neither name nor account (R236, H37)', async () => {
  const before = await settings()
  const plans = {
    ...before.plans,
    prime: { ...before.plans.prime, monthlyAmd: before.plans.prime.monthlyAmd + 5_000, perks: 50 },
  }
  expect(
    (
      await put({
        plans,
        redemptionTtlDays: 90,
        autoApprove: ['ngo', 'llc'],
        seller: { ...SELLER, account: '1570088888888888' },
      })
    ).status,
  ).toBe(200)
  const { rows } = await product.pool.query<{ data: object }>(
    `SELECT data FROM event_outbox WHERE type = 'SettingsChanged' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows[0]?.data).toEqual({
    names: ['plans', 'auto_approve', 'redemption_ttl', 'seller'],
    changes: [
      {
        name: 'plans.prime.monthlyAmd',
        from: String(before.plans.prime.monthlyAmd),
        to: String(plans.prime.monthlyAmd),
      },
      { name: 'plans.prime.perks', from: null, to: '50' },
      { name: 'auto_approve', from: 'ngo', to: 'llc, ngo' },
      { name: 'redemption_ttl', from: null, to: '90' },
    ],
    reason: 'the company is founded',
  })
  const told = (await traced()).length
  const whose = async () =>
    (await product.pool.query(`SELECT set_by, set_at FROM settings WHERE name = 'auto_approve'`)).rows
  const setBefore = await whose()
  const other = await signInStaff(product, 'admin')
  expect(
    (
      await other.send('PUT', '/api/admin/settings', {
        ...(await settings()),
        autoApprove: ['llc', 'ngo'],
        reason: 'the other way round',
      })
    ).status,
  ).toBe(200)
  expect([await whose(), (await traced()).length], 'of whose order nothing follows').toEqual([setBefore, told])
  await put(before)
})

it('an outdated page restores neither the account nor a price (H36, H37)', async () => {
  const before = await settings()
  const account = '1570099999999999'
  expect((await put({ before, seller: { ...SELLER, account } })).body.seller?.account).toBe(account)
  const stale = await admin.send('PUT', '/api/admin/settings', {
    ...before,
    before,
    autoApprove: ['llc'],
    reason: 'a page that was open since the morning',
  })
  expect([stale.status, stale.body]).toMatchObject([409, { code: 'settings_changed' }])
  expect(await settings()).toEqual({ ...before, seller: { ...SELLER, account } })

  const now = await settings()
  const both = await Promise.all([
    put({ before: now, autoApprove: ['llc'] }),
    put({ before: now, autoApprove: ['cjsc'] }),
  ])
  expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
})

it('a form with the old account does not undo a simultaneous change', async () => {
  const account = '1570066666666666'
  const client = await product.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE')
    const sent = put({ before: await settings(), autoApprove: ['ojsc'] })
    await waitUntil('the form to wait for the change', async () => {
      const { rowCount } = await product.pool.query(
        `SELECT 1 FROM pg_locks WHERE relation = 'settings'::regclass AND NOT granted`,
      )
      return rowCount === 1
    })
    await setSeller(client, { ...SELLER, account }, null)
    await client.query('COMMIT')
    const { status, body } = await sent
    expect([status, body]).toMatchObject([409, { code: 'settings_changed' }])
  } finally {
    client.release()
  }
  expect((await settings()).seller?.account).toBe(account)
})

it('a retry gets its first response even if another account was set since; a new call does not', async () => {
  const other = await signInStaff(product, 'admin')
  const before = await settings()
  const body = {
    ...before,
    seller: { ...SELLER, account: '1570055555555555' },
    before,
    reason: 'another bank',
  }
  const first = await admin.write<Settings>('PUT', '/api/admin/settings', body, 'lost-answer-of-bank')
  expect(first.status).toBe(200)
  const since = { ...SELLER, account: '1570044444444444' }
  expect(
    (
      await other.write('PUT', '/api/admin/settings', {
        ...(await settings()),
        seller: since,
        reason: 'once more',
      })
    ).status,
  ).toBe(200)

  const again = await admin.write<Settings>('PUT', '/api/admin/settings', body, 'lost-answer-of-bank')
  expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', first.body])
  const anew = await admin.write('PUT', '/api/admin/settings', body, 'not-a-retry-of-bank')
  expect([anew.status, anew.body.code]).toEqual([409, 'settings_changed'])
  const changed = await admin.write(
    'PUT',
    '/api/admin/settings',
    { ...body, seller: { ...SELLER, account: '1570033333333333' } },
    'lost-answer-of-bank',
  )
  expect([changed.status, changed.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await settings()).seller).toEqual(since)
})
