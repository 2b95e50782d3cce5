import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessStream, BUSINESS_PREFIX } from '#contracts/events/business-events.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { Invoice, SubscriptionChange } from '#contracts/calls/billing.ts'
import type { Subscription } from '#contracts/calls/business.ts'
import { closeInLedger, finishClosings } from '#accounts/close-accounts.ts'
import { removeAllLogos, storeLogo } from '#businesses/profile/logos.ts'
import { storeIdDocument } from '#businesses/profile/id-documents.ts'
import { newestReviews } from '#businesses/reviews/reviews.ts'
import { openFileStorage } from '#platform/files/file-storage.ts'
import { openLedger } from '#platform/event-store/ledger.ts'
import { balancesOfBuyer } from '#projections/account-balances/queries.ts'
import { pendingAtBusiness } from '#projections/redemptions/queries.ts'
import { tellLedger } from './erase-account.ts'
import { cachesPass } from '../../../../infra/testing/servers/caches.ts'
import { cookieOf, Person } from '../../../../infra/testing/people/person.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { addBranch, addStaff, pairTill } from '../../../../infra/testing/people/till.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let opened: ReturnType<typeof openLedger>
beforeAll(async () => {
  product = await startProduct()
  opened = openLedger(product.services.eventStoreUrl)
})
afterAll(async () => {
  await opened.store.close()
  await product.close()
})

const award = (cafe: Person, code: string, amountSpent: number) =>
  cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: code, amountSpent })
const typesOn = async (businessId: number, buyerId: number) =>
  (await opened.store.readStream(accountStream(businessId, buyerId), 0, { deadlineAt: Date.now() + 5_000 })).map(
    ({ type }) => type,
  )
const open = {
  accountsOfBuyer: async (buyerId: number) =>
    (await balancesOfBuyer(product.pool, buyerId)).map(({ businessId }) => businessId),
  pendingAtBusiness: (businessId: number) => pendingAtBusiness(product.pool, businessId),
}

/** All 'table.column' that contain one of these words. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { rows } = await product.pool.query<{ place: string; schema: string; table: string; column: string }>(
    `SELECT c.table_schema AS schema, c.table_name AS table, c.column_name AS column FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
       AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`,
  )
  const found: string[] = []
  for (const { schema, table, column } of rows) {
    for (const word of words) {
      const hit = await product.pool.query(
        `SELECT 1 FROM "${schema}"."${table}" WHERE strpos(lower("${column}"::text), lower($1)) > 0 LIMIT 1`,
        [word],
      )
      if (hit.rowCount) found.push(`${schema}.${table}.${column}: ${word}`)
    }
  }
  return found
}

describe('a buyer deletes the account (H25, R99, R100, R193)', () => {
  it('accounts are closed by event, pending codes refunded first, and no personal data is left in the database', async () => {
    const [cafe, books] = [await product.business({ perks: ['1.0'] }), await product.business()]
    const ani = await product.buyer()
    const phone = Object.assign(ani.at(product.address), {
      cookie: cookieOf(
        (
          await new Person(product.address, ani).send('POST', '/api/auth/login', {
            email: ani.email,
            password: PASSWORD,
          })
        ).headers,
      ),
    })
    await ani.write('PATCH', '/api/auth/profile', {
      userId: ani.id,
      firstName: 'Shushan-Unique',
      lastName: 'Lastname-Unique',
      email: ani.email,
      phone: '091 77 88 99',
    })
    await award(cafe, ani.code, 5_000)
    await award(books, ani.code, 2_500)
    const redeemed = await ani.write<{ redemptionId: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
      perkId: cafe.perkIds[0],
    })
    expect(redeemed.status).toBe(200)
    await ani.send('POST', '/api/auth/forgot-password', { email: ani.email })
    await product.pool.query(
      `INSERT INTO reviews (buyer_id, business_id, rating, comment) VALUES ($1, $2, 5, 'Unique-Words')`,
      [ani.id, cafe.id],
    )

    const deleted = await ani.write('DELETE', `/api/auth/account/${ani.id}`)
    expect(deleted).toMatchObject({ status: 200, body: { message: 'Your account has been deleted' } })
    expect(await typesOn(cafe.id, ani.id)).toEqual([
      'PointsAwarded',
      'PerkRedeemed',
      'RedemptionCancelled',
      'PointsRefunded',
      'AccountClosed',
    ])
    expect(await typesOn(books.id, ani.id)).toEqual(['PointsAwarded', 'AccountClosed'])
    expect((await opened.ledger.load(cafe.id, ani.id)).state).toMatchObject({ balanceTenths: 0, closed: true })

    expect([(await ani.get('/api/auth/me')).status, (await phone.get('/api/auth/me')).status]).toEqual([401, 401])
    expect((await ani.send('POST', '/api/auth/login', { email: ani.email, password: PASSWORD })).body.message).toBe(
      'Invalid credentials',
    )
    expect((await product.mailTo(ani.email, /has been deleted/)).text).toContain('personal data has been removed')
    await waitUntil('the farewell is forgotten', async () => (await placesOf([ani.email])).length === 0)
    expect(await placesOf(['Shushan-Unique', 'Lastname-Unique', '+37491778899', 'Unique-Words', ani.email])).toEqual([])
    expect(await placesOf([ani.code])).toEqual([`public.retired_codes.buyer_code: ${ani.code}`])
  })

  it('no cookie of the browser keeps the buyer’s id, and another person’s who signs in there stays', async () => {
    const [ani, davit, mother] = [await product.buyer(), await product.buyer(), await product.buyer()]
    const signedIn = async ({ id, email }: Person) =>
      cookieOf(
        (
          await new Person(product.address, { id, email }).send('POST', '/api/auth/login', {
            email,
            password: PASSWORD,
          })
        ).headers,
      )
    const known = (cookies: string) => /hatik_device=[^;]+/.exec(cookies)![0]
    const leaving = async (who: Person, cookie: string) =>
      (await Object.assign(who.at(product.address), { cookie }).write('DELETE', `/api/auth/account/${who.id}`)).headers
        .getSetCookie()
        .filter((line) => line.startsWith('hatik_device='))
    expect(await leaving(ani, await signedIn(ani))).toEqual([
      expect.stringMatching(/^hatik_device=;.*Max-Age=0.*Path=\/api;/),
    ])
    const withAnothers = `${/hatik=[^;]+/.exec(await signedIn(davit))![0]}; ${known(await signedIn(mother))}`
    expect(await leaving(davit, withAnothers)).toEqual([])
  })

  it('also if somebody holds the address that once replaced an erased one', async () => {
    const [ani, stranger] = [await product.buyer(), await product.buyer()]
    await product.pool.query('UPDATE users SET email = $2 WHERE id = $1', [
      stranger.id,
      `erased-${ani.id}@hatik.invalid`,
    ])
    expect((await ani.write('DELETE', `/api/auth/account/${ani.id}`)).status).toBe(200)
  })

  it('the code is never reused: the table itself refuses it (H25)', async () => {
    const ani = await product.buyer()
    await ani.write('DELETE', `/api/auth/account/${ani.id}`)
    await expect(
      product.pool.query(
        `INSERT INTO users (email, password, role, first_name, last_name, buyer_code) VALUES ('x@hatik.test', '!', 'buyer', '', '', $1)`,
        [ani.code],
      ),
    ).rejects.toMatchObject({ code: '23505', constraint: 'users_buyer_code_key' })
    const cafe = await product.business()
    expect((await award(cafe, ani.code, 500)).status).toBe(404)
  })

  it.skipIf(process.env['EVENTSTORE_URL'])(
    'if the store is down the buyer is erased anyway, and the worker updates the ledger later, once',
    async () => {
      const cafe = await product.business()
      const ani = await product.buyer()
      await award(cafe, ani.code, 5_000)
      await waitUntil('the balance is projected', async () => (await open.accountsOfBuyer(ani.id)).length === 1)
      await product.services.killEventStore()
      expect((await ani.write('DELETE', `/api/auth/account/${ani.id}`)).status).toBe(200)
      await product.services.restartEventStore()
      await waitUntil(
        'the account is closed',
        async () => (await typesOn(cafe.id, ani.id)).includes('AccountClosed'),
        90_000,
      )

      await closeInLedger(
        opened.ledger,
        { ...open, accountsOfBuyer: async () => [cafe.id] },
        { userId: ani.id, role: 'buyer' },
      )
      expect((await typesOn(cafe.id, ani.id)).filter((type) => type === 'AccountClosed')).toHaveLength(1)
      const later = new Date(Date.now() + 10 * 60_000)
      const removeFiles = async () => {}
      expect(await finishClosings(product.pool, opened.ledger, open, { upTo: undefined, removeFiles })).toMatchObject({
        finished: 0,
      })
      expect(await finishClosings(product.pool, opened.ledger, open, { upTo: later, removeFiles })).toMatchObject({
        left: 0,
      })
    },
    120_000,
  )

  it('nobody deletes another person, and no staff this way (R182)', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    expect((await davit.write('DELETE', `/api/auth/account/${ani.id}`)).status).toBe(403)
    expect((await davit.write('DELETE', `/api/auth/account/${ani.code}`)).status).toBe(400)
    await product.pool.query(`UPDATE users SET role = 'auditor', buyer_code = NULL WHERE id = $1`, [ani.id])
    await cachesPass()
    expect((await ani.write('DELETE', `/api/auth/account/${ani.id}`)).status).toBe(403)
  })
})

describe('a business deletes its account (H25)', () => {
  it('the response does not wait for the last of many codes: the worker does the rest', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    await award(cafe, ani.code, 5_000)
    for (let code = 0; code < 3; code += 1)
      await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
    await waitUntil('the codes are projected', async () => (await open.pendingAtBusiness(cafe.id)).length === 3)
    const cancelled = async () =>
      (await typesOn(cafe.id, ani.id)).filter((type) => type === 'RedemptionCancelled').length
    const leaving = { userId: cafe.id, role: 'business' } as const
    const slow: typeof opened.ledger = {
      ...opened.ledger,
      execute: (input) => sleep(1_200).then(() => opened.ledger.execute(input)),
    }
    await tellLedger(
      { pool: product.pool, ledger: slow, waitForHead: async () => {}, log: pino({ enabled: false }) },
      leaving,
    )
    expect(await cancelled()).toBe(2)
    expect(await closeInLedger(opened.ledger, open, leaving)).toBe(true)
    expect(await cancelled()).toBe(3)
  })

  it('its people, tills, branches and notes are erased with it, and an open till is refused', async () => {
    const cafe = await product.business()
    await addStaff(cafe, 'cashier', { name: 'Zvart-Unique' })
    const branchId = await addBranch(cafe, 'Unique-Corner')
    const till = await pairTill(product, cafe, { name: 'Unique-Drawer', branchId })
    const admin = await signInStaff(product, 'admin')
    const notes = `/api/admin/businesses/${cafe.id}/notes`
    expect((await admin.write('POST', notes, { text: 'Unique-Note' })).status).toBe(201)
    // Nowhere else: not in the log, and not among the replies.
    expect(await placesOf(['Unique-Note'])).toEqual(['public.business_notes.text: Unique-Note'])
    expect(await placesOf(['Unique-Corner'])).not.toEqual([])
    expect(await placesOf(['Zvart-Unique', 'Unique-Drawer'])).toHaveLength(2)
    expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
    expect((await till.get('/api/till')).status).toBe(401)
    expect(await placesOf(['Zvart-Unique', 'Unique-Drawer', 'Unique-Corner', 'Unique-Note'])).toEqual([])
    expect((await admin.write<{ code: string }>('POST', notes, { text: 'Late' })).body.code).toBe('status_refused')
  })

  it('pending redemptions are cancelled with their refund, perks go, balances stay, the address stays reserved', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    await product.pool.query(
      `UPDATE business_profiles SET business_name = 'Unique-Cafe-Name', phone = '+37491555444', website = 'https://unique-cafe.test/' WHERE user_id = $1`,
      [cafe.id],
    )
    await award(cafe, ani.code, 5_000)
    const redeemed = await ani.write<{ redemptionId: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
      perkId: cafe.perkIds[0],
    })
    expect(redeemed.status).toBe(200)

    expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
    expect(await typesOn(cafe.id, ani.id)).toEqual([
      'PointsAwarded',
      'PerkRedeemed',
      'RedemptionCancelled',
      'PointsRefunded',
    ])
    expect((await opened.ledger.load(cafe.id, ani.id)).state).toMatchObject({ balanceTenths: 100, closed: false })
    await waitUntil(
      'the refund is projected',
      async () => (await balancesOfBuyer(product.pool, ani.id))[0]?.balanceTenths === 100,
    )
    const points = await ani.get<{ points: string; business: { businessName: string; slug: string } }[]>(
      `/api/buyer/${ani.id}/points`,
    )
    expect(points.body).toMatchObject([
      { points: '10.0', business: { businessName: 'Closed business', slug: `business-${cafe.id}` } },
    ])
    expect((await ani.get(`/api/buyer/${ani.id}/available-perks`)).body).toEqual([])
    expect((await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })).status).toBe(404)

    await product.mailTo(cafe.email, /has been deleted/)
    await waitUntil('the farewell is forgotten', async () => (await placesOf([cafe.email])).length === 0)
    expect(await placesOf(['Unique-Cafe-Name', '+37491555444', 'unique-cafe.test', cafe.email])).toEqual([])
    expect((await cafe.get('/api/auth/me')).status).toBe(401)
    const reserved = await product.pool.query('SELECT 1 FROM business_profiles WHERE slug = $1', [
      `business-${cafe.id}`,
    ])
    expect(reserved.rowCount).toBe(1)
    const log = opened.store.openLogReader([BUSINESS_PREFIX])
    const events = await waitUntil('the closing is in the log', async () => {
      const own = (await log.read(null, 2_000)).events.filter(({ stream }) => stream === businessStream(cafe.id))
      return own.length > 1 && own
    })
    await log.close()
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['BusinessClosed', { from: 'active' }],
      ['PerkDeleted', { perkId: cafe.perkIds[0], name: 'Perk for 1.0', description: 'A perk', costTenths: 10 }],
    ])
  })

  it('is called closed in the reader’s language wherever buyers and staff still see it (H25, R58, R64)', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    await award(cafe, ani.code, 5_000)
    const { body } = await ani.write<{ redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
      perkId: cafe.perkIds[0],
    })
    await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode: body.redemptionCode })
    await product.pool.query(
      `INSERT INTO reviews (buyer_id, business_id, rating, comment) VALUES ($1, $2, 5, 'Good')`,
      [ani.id, cafe.id],
    )
    const named = (closed: boolean) => ({
      id: cafe.id,
      businessName: closed ? 'Closed business' : `Business ${cafe.id}`,
      closed,
    })
    const statement = `/api/buyer/${ani.id}/statement/${cafe.id}`
    const seen = async () => ({
      points: (await ani.get<{ business: unknown }[]>(`/api/buyer/${ani.id}/points`)).body[0]?.business,
      redemptions: (await ani.get<{ business: unknown }[]>(`/api/buyer/${ani.id}/redemptions`)).body[0]?.business,
      statement: (await ani.get<{ business: unknown }>(statement)).body.business,
      review: (await newestReviews(product.pool, { limit: 1 }))[0]?.business,
    })
    const everywhere = (closed: boolean) => ({
      points: expect.objectContaining({ ...named(closed), takesPart: !closed }) as object,
      redemptions: { ...named(closed), takesPart: !closed },
      statement: { ...named(closed), slug: closed ? null : `business-${cafe.id}` },
      review: { ...named(closed), slug: `business-${cafe.id}` },
    })
    expect(await seen()).toEqual(everywhere(false))
    expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
    expect(await seen()).toEqual(everywhere(true))

    // A PDF stores its title as UTF-16.
    for (const [language, title] of [
      ['am', 'Քաղվածք · Փակված բիզնես'],
      ['en', 'Statement · Closed business'],
    ] as const) {
      const answer = await fetch(`${product.address}${statement}/file?format=pdf&language=${language}`, {
        headers: { cookie: ani.cookie },
      })
      expect(Buffer.from(await answer.arrayBuffer()).includes(Buffer.from(title, 'utf16le').swap16()), title).toBe(true)
    }
  })

  it('is owed a year just paid: the administrator sees the payee even after the names are erased (R226, decision 24)', async () => {
    const [cafe, books, admin] = [
      await product.business({ plan: 'starter' }),
      await product.business({ plan: 'starter' }),
      await signInStaff(product, 'admin'),
    ]
    await product.pool.query(`UPDATE users SET tax_id = '01234567' WHERE id = $1`, [cafe.id])
    for (const shop of [cafe, books]) {
      const { body } = await shop.write<SubscriptionChange>('POST', `/api/business/${shop.id}/subscription`, {
        plan: 'standard',
        cycle: 'yearly',
      })
      expect((await admin.write('POST', `/api/admin/invoices/${body.invoice?.id}/confirm`, {})).status).toBe(200)
    }
    expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
    const { invoices } = (await admin.get<{ invoices: Invoice[] }>('/api/admin/invoices?state=open')).body
    expect(invoices).toMatchObject([
      { kind: 'refund', amountAmd: 149_000, business: { id: cafe.id, businessName: `Business ${cafe.id}` } },
    ])
    const { rows } = await product.pool.query(`SELECT parties -> 'buyer' AS buyer FROM invoices WHERE id = $1`, [
      invoices[0]?.id,
    ])
    expect(rows).toMatchObject([{ buyer: { taxId: '01234567' } }])
    expect((await admin.write('POST', `/api/admin/invoices/${invoices[0]?.id}/confirm`, {})).status).toBe(200)

    // A refunded business is promised nothing more.
    const canRefund = async () =>
      (await books.get<Subscription>(`/api/business/${books.id}/subscription`)).body.canRefund
    await waitUntil('the year is known', canRefund)
    await books.write('POST', `/api/business/${books.id}/subscription/cancel`, { refund: true })
    await waitUntil('it is given back', async () => !(await canRefund()))
  })

  it('logos and document are deleted at once, and those that a crash left behind by the next chore', async () => {
    const cafe = await product.business()
    const files = openFileStorage(product.env['FILES_URL']!)
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#9b1b30' } })
      .png()
      .toBuffer()
    const [shown, document] = [await storeLogo(files, cafe.id, picture), await storeIdDocument(files, picture)]
    await storeLogo(files, cafe.id, picture)
    await product.pool.query('UPDATE business_profiles SET logo_url = $2 WHERE user_id = $1', [cafe.id, shown])
    await product.pool.query('UPDATE users SET id_document_url = $2 WHERE id = $1', [cafe.id, document])
    const stored = async () => [
      (await files.list(`logos/${cafe.id}`)).length,
      (await files.get(document)) === undefined,
    ]
    expect(await stored()).toEqual([4, false])

    expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
    expect(await stored()).toEqual([0, true])
    expect((await fetch(`${product.address}${shown}`)).status).toBe(404)

    await storeLogo(files, cafe.id, picture)
    await waitUntil('the chore has removed it', async () => (await stored())[0] === 0, 90_000)
  }, 120_000)

  it('a failing file storage keeps the closing open until the files are deleted', async () => {
    const cafe = await product.business()
    const files = openFileStorage(product.env['FILES_URL']!)
    expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
    const finish = (removeFiles: (id: number) => Promise<void>) =>
      finishClosings(product.pool, opened.ledger, open, { upTo: new Date(Date.now() + 10 * 60_000), removeFiles })
    const finished = async () =>
      (
        await product.pool.query('SELECT 1 FROM account_closings WHERE user_id = $1 AND finished_at IS NOT NULL', [
          cafe.id,
        ])
      ).rowCount
    await finish((id) => (id === cafe.id ? Promise.reject(new Error('away')) : Promise.resolve()))
    expect(await finished()).toBe(0)
    await finish((id) => removeAllLogos(files, id))
    expect(await finished()).toBe(1)
  })
})
