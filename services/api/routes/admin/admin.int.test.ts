import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '#contracts/calls/staff/admin-settings.ts'
import type { AdminBusinesses, AdminUsers, Approvals, Overview, Projections } from '#contracts/calls/staff/admin.ts'
import type { AdminReviews } from '#contracts/calls/staff/admin-reviews.ts'
import { readRedemptionTtl } from '#businesses/counter/redemption-ttl.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { orderDeadMail } from '../../../../infra/testing/dead-mail.ts'

let product: Product
let admin: Person
let cafe: Person
let pending: Person
/** Log lines of the API. */
const log: string[] = []

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'info' }, log: (line) => void log.push(line) })
  admin = await signInStaff(product, 'admin')
  cafe = await product.business({ plan: 'standard' })
  pending = await product.business({ status: 'pending', plan: 'starter' })
})
afterAll(() => product.close())

const typesOf = async (id: number) =>
  (
    await product.pool.query<{ type: string; actor: number }>(
      'SELECT type, actor_id AS actor FROM read.business_history WHERE business_id = $1 ORDER BY position',
      [id],
    )
  ).rows

describe('the administrator (H30)', () => {
  it('an administrator approves, suspends and reinstates with a reason, each as an event, but nothing that the status does not allow (H22)', async () => {
    await product.pool.query(
      `UPDATE business_profiles SET created_at = now() - interval '21 hours', description = 'What we do', address = 'Rizhkov 24', website = 'https://example.am/' WHERE user_id = $1`,
      [pending.id],
    )
    expect((await admin.get<Approvals>('/api/admin/approvals')).body).toMatchObject([
      {
        id: pending.id,
        amber: true,
        owner: { email: pending.email },
        description: 'What we do',
        address: 'Rizhkov 24',
        website: 'https://example.am/',
      },
    ])
    const say = (what: string, body: object) => admin.send('POST', `/api/admin/businesses/${pending.id}/${what}`, body)
    expect((await say('suspend', { reason: 'not yet taking part' })).body.code).toBe('status_refused')
    expect((await say('approve', {})).body).toMatchObject({ id: pending.id, status: 'active' })
    expect((await say('approve', {})).body.code).toBe('status_refused')
    expect((await say('suspend', {})).status).toBe(400)
    expect((await say('suspend', { reason: 'complaints of buyers' })).body).toMatchObject({ status: 'suspended' })
    expect((await say('reinstate', { reason: 'settled with the buyers' })).body).toMatchObject({ status: 'active' })
    expect((await admin.send('POST', '/api/admin/businesses/999999/approve', {})).body.code).toBe('business_not_found')
    const said = await waitUntil('three events', async () =>
      (await typesOf(pending.id)).length === 3 ? typesOf(pending.id) : undefined,
    )
    expect(said).toEqual(
      ['BusinessApproved', 'BusinessSuspended', 'BusinessReinstated'].map((type) => ({ type, actor: admin.id })),
    )
    expect((await admin.get<Approvals>('/api/admin/approvals')).body).toEqual([])
  })

  it('each refused status change is logged with actor, action and target, without personal data (H22)', async () => {
    const business = await product.business({ status: 'pending', plan: 'starter' })
    const said = await admin.send('POST', `/api/admin/businesses/${business.id}/suspend`, {
      reason: 'a word about Mariam',
    })
    expect([said.status, said.body.code]).toEqual([409, 'status_refused'])
    const line = await waitUntil('the line', () => log.find((each) => each.includes(`"businessId":${business.id}`)))
    const written = JSON.parse(line.slice(line.indexOf('{')))
    expect(written).toMatchObject({
      level: 30,
      from: 'pending',
      wanted: 'suspend',
      adminId: admin.id,
      requestId: said.body['requestId'],
      msg: 'a status change was refused',
    })
    expect(line).not.toMatch(/Mariam|@hatik|Firstname/)
    await product.pool.query('DELETE FROM business_profiles WHERE user_id = $1', [business.id])
    await product.pool.query('DELETE FROM users WHERE id = $1', [business.id])
  })

  it('an administrator finds businesses and people, page by page', async () => {
    const found = async (query: string) => (await admin.get<AdminBusinesses>(`/api/admin/businesses?${query}`)).body
    expect((await found(`search=business-${cafe.id}`)).businesses).toMatchObject([
      { id: cafe.id, plan: 'standard', status: 'active' },
    ])
    expect((await found(`search=${cafe.email}`)).businesses).toHaveLength(1)
    expect((await found('search=%25')).businesses).toEqual([])
    expect((await found('plan=standard')).businesses).toHaveLength(1)
    const first = await found('limit=1')
    expect((await found(`limit=1&after=${first.next}`)).businesses[0]!.id).toBeGreaterThan(first.businesses[0]!.id)
    expect((await admin.get(`/api/admin/businesses/${cafe.id}`)).body).toMatchObject({
      stats: { totalBuyers: 0, outstandingPoints: '0.0' },
    })
    const people = (await admin.get<AdminUsers>('/api/admin/users?role=business')).body
    expect(people.users.map(({ id }) => id)).toEqual([cafe.id, pending.id])
    expect(JSON.stringify(people)).not.toContain('argon2')
  })

  it('an administrator sets prices and limits with a reason, effective at once (H37)', async () => {
    const { body: before } = await admin.get<Settings>('/api/admin/settings')
    const plans = { ...before.plans, prime: { ...before.plans.prime, monthlyAmd: 44_900 } }
    expect((await admin.send('PUT', '/api/admin/settings', { plans, autoApprove: ['llc'] })).status).toBe(400)
    const put = await admin.send('PUT', '/api/admin/settings', { plans, autoApprove: ['llc'], reason: 'new prices' })
    expect(put.body).toEqual({ plans, autoApprove: ['llc'], redemptionTtlDays: null, seller: before.seller })
    expect((await admin.get<Settings>('/api/admin/settings')).body.plans.prime.monthlyAmd).toBe(44_900)
    await waitUntil('told in the log', async () =>
      (await typesOf(0)).some(({ type, actor }) => type === 'SettingsChanged' && actor === admin.id),
    )
  })

  it('prices and limits that could not be read back are refused, and nothing is stored (H37)', async () => {
    const { body: before } = await admin.get<Settings>('/api/admin/settings')
    const stored = async () => (await product.pool.query('SELECT name, value FROM settings ORDER BY name')).rows
    const was = await stored()
    const wrong = [
      { perks: -1 },
      { perks: 1.5 },
      { perks: 2 ** 31 },
      { transactions: -1 },
      { transactions: 2 ** 31 },
      { monthlyAmd: -1 },
      { monthlyAmd: 1_000_000_001 },
      { monthlyAmd: null },
      { yearlyAmd: 10 ** 15 },
      { yearlyAmd: '49000' },
    ]
    for (const term of wrong) {
      const plans = { ...before.plans, starter: { ...before.plans.starter, ...term } }
      const put = await admin.send('PUT', '/api/admin/settings', { plans, autoApprove: [], reason: 'new prices' })
      expect([put.status, put.body.code], JSON.stringify(term)).toEqual([400, 'invalid_input'])
    }
    const many = Array.from({ length: 7 }, () => 'llc')
    expect(
      (await admin.send('PUT', '/api/admin/settings', { plans: before.plans, autoApprove: many, reason: 'new prices' }))
        .status,
    ).toBe(400)
    expect(await stored()).toEqual(was)
    expect((await admin.get<Settings>('/api/admin/settings')).body).toEqual(before)

    const highest = { perks: 10 ** 9, transactions: 10 ** 9, monthlyAmd: 10 ** 9, yearlyAmd: 10 ** 9 }
    const put = await admin.send('PUT', '/api/admin/settings', {
      plans: { ...before.plans, standard: highest },
      autoApprove: [],
      reason: 'the highest',
    })
    expect([put.status, put.body]).toEqual([
      200,
      {
        plans: { ...before.plans, standard: highest },
        autoApprove: [],
        redemptionTtlDays: null,
        seller: before.seller,
      },
    ])
    const ani = await product.buyer()
    expect(
      (await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }))
        .status,
    ).toBe(200)
    expect(
      (
        await cafe.write('POST', `/api/business/${cafe.id}/perks`, {
          name: 'Tea',
          description: 'Hot',
          pointsRequired: 2,
        })
      ).status,
    ).toBe(201)
    expect((await admin.send('PUT', '/api/admin/settings', { ...before, reason: 'as before' })).status).toBe(200)
  })

  it('an administrator sets the lifetime of unused codes within bounds; a call without it leaves it unchanged (H5)', async () => {
    const { redemptionTtlDays, ...rest } = (await admin.get<Settings>('/api/admin/settings')).body
    expect(redemptionTtlDays).toBeNull()
    const put = (days?: unknown) =>
      admin.send<Settings>('PUT', '/api/admin/settings', {
        ...rest,
        ...(days !== undefined && { redemptionTtlDays: days }),
        reason: 'codes lie about',
      })
    for (const days of [0, 29, 3_651, 90.5, '90', -1]) expect((await put(days)).status, String(days)).toBe(400)
    expect((await put(180)).body.redemptionTtlDays).toBe(180)
    const { since } = (await readRedemptionTtl(product.pool))!
    expect((await put()).body.redemptionTtlDays).toBe(180)
    expect((await put(180)).body.redemptionTtlDays).toBe(180)
    expect(await readRedemptionTtl(product.pool), 'the same again begins nothing anew').toEqual({ days: 180, since })
    await put(181)
    expect((await readRedemptionTtl(product.pool))!.since.getTime()).toBeGreaterThan(since.getTime())
    expect((await put(null)).body.redemptionTtlDays).toBeNull()
    expect(await readRedemptionTtl(product.pool)).toBeNull()
  })

  it('an administrator sees dead letters without their contents, and sends one again', async () => {
    await orderDeadMail(
      product.pool,
      { cause: 'test:1', template: 'approved', userId: cafe.id },
      { failure: 'no such address' },
    )
    const { body } = await admin.get<{ id: string; to: string; lastError: string }[]>('/api/admin/mail/dead-letters')
    expect(body).toMatchObject([{ template: 'approved', to: cafe.email, lastError: 'no such address' }])
    expect((await admin.send('POST', `/api/admin/mail/dead-letters/${body[0]!.id}/retry`)).status).toBe(200)
    expect((await admin.send('POST', `/api/admin/mail/dead-letters/${body[0]!.id}/retry`)).status).toBe(404)
  })

  it('an expired dead letter is not sent again, but listed with its recipient address', async () => {
    await orderDeadMail(product.pool, {
      cause: 'test:2',
      template: 'verify_new_email',
      userId: cafe.id,
      to: 'new-address@hatik.test',
      usefulUntil: new Date(Date.now() - 1_000),
    })
    const { body } = await admin.get<{ id: string; to: string }[]>('/api/admin/mail/dead-letters')
    expect(body.map(({ to }) => to)).toEqual(['new-address@hatik.test'])
    expect(await admin.send('POST', `/api/admin/mail/dead-letters/${body[0]!.id}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'mail_too_late' },
    })
    expect((await admin.get('/api/admin/mail/dead-letters')).body).toHaveLength(1)
    await product.pool.query(`DELETE FROM mail_outbox WHERE cause = 'test:2'`)
  })

  it('an administrator sees how many events wait to be written to the log, and which streams have waited long', async () => {
    const outbox = async () => (await admin.get<Overview>('/api/admin/overview')).body.eventOutbox
    await waitUntil('nothing waits', async () => (await outbox()).waiting === 0)
    await product.worker.stop()
    // An event that a chore recorded during its worker's shutdown waits for the next worker.
    const before = (await outbox()).waiting
    const wait = (stream: string, revision: number, seconds: number) =>
      product.pool.query(
        `INSERT INTO event_outbox (stream, revision, event_id, type, data, metadata, recorded_at)
         VALUES ($1, $2, gen_random_uuid(), 'Any', '{}', '{}', now() - make_interval(secs => $3))`,
        [stream, revision, seconds],
      )
    for (const [stream, revision, seconds] of [
      ['business-901', 0, 0],
      ['business-902', 0, 120],
      ['business-902', 1, 0],
      ['business-903', 0, 180],
    ] as const)
      await wait(stream, revision, seconds)
    expect(await outbox()).toEqual({ waiting: before + 4, lateStreams: ['business-903', 'business-902'] })
    await product.pool.query(`DELETE FROM event_outbox WHERE stream LIKE 'business-90_'`)
    await product.restartWorker()
  })

  it('one page shows all numbers, the lag of the read models and the queues', async () => {
    const { body } = await admin.get<Overview>('/api/admin/overview')
    expect(body).toMatchObject({
      approvals: { waiting: 0 },
      businesses: { active: 2 },
      users: { admin: 1, business: 2 },
      administrators: 1,
      visitsRunning: 0,
    })
    const lag = await waitUntil('caught up', async () => {
      const { body: now } = await admin.get<Projections>('/api/admin/projections')
      return now.caughtUp ? now : undefined
    })
    expect(lag).toMatchObject({ stoppedBy: null, lagEvents: 0, live: { position: expect.any(String) } })
    const queues = (await admin.get<{ name: string }[]>('/api/admin/queues')).body.map(({ name }) => name)
    expect(queues).toEqual(
      expect.arrayContaining([
        'projection',
        'replay',
        'self-check',
        'mail',
        'events',
        'chores',
        'heads',
        'quota',
        'push',
      ]),
    )
    const ready = (await (await fetch(`${product.address}/api/health/ready`)).json()) as {
      status: string
      selfCheck: object
    }
    expect([ready.status, ready.selfCheck]).toMatchObject(['ready', { differences: 0 }])
    expect((await admin.get('/api/admin/readiness')).body).toMatchObject({
      status: 'ready',
      store: { ok: true },
      projection: { ok: true },
    })
  })
})

describe('reviews (H30)', () => {
  const rating = async () =>
    (await cafe.get<{ totalReviews: number }>(`/api/business/business-${cafe.id}/rating`)).body.totalReviews

  it('an administrator lists the newest reviews page by page, and takes one down with a reason, as an event', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const write = (buyer: Person, stars: number, comment: string) =>
      buyer.write<{ id: number }>('POST', `/api/business/business-${cafe.id}/reviews`, {
        buyerId: buyer.id,
        rating: stars,
        comment,
      })
    const kind = (await write(ani, 5, 'kind')).body.id
    const rude = (await write(davit, 1, 'rude')).body.id
    expect(await rating()).toBe(2)
    const page = (await admin.get<AdminReviews>('/api/admin/reviews?limit=1')).body
    expect(page.reviews).toMatchObject([
      {
        id: rude,
        rating: 1,
        comment: 'rude',
        business: { id: cafe.id, slug: `business-${cafe.id}` },
        buyer: { id: davit.id, buyerId: davit.code },
      },
    ])
    expect(JSON.stringify(page)).not.toContain('Firstname')
    const next = (await admin.get<AdminReviews>(`/api/admin/reviews?limit=1&before=${page.next}`)).body
    expect([next.reviews.map(({ id }) => id), next.next]).toEqual([[kind], null])

    const takeDown = (body: object, key: string) => admin.write('DELETE', `/api/admin/reviews/${rude}`, body, key)
    expect((await takeDown({}, 'take-down-1')).status).toBe(400)
    expect((await takeDown({ reason: 'insults the staff' }, 'take-down-2')).body).toMatchObject({ id: rude })
    expect((await takeDown({ reason: 'insults the staff' }, 'take-down-2')).status).toBe(200)
    expect((await takeDown({ reason: 'insults the staff' }, 'take-down-3')).body.code).toBe('review_not_found')
    expect(await rating()).toBe(1)
    const told = await waitUntil('told in the log', async () => {
      const { rows } = await product.pool.query<{ actor: number; facts: string }>(
        `SELECT actor_id AS actor, facts FROM read.business_history WHERE type = 'ReviewTakenDown'`,
      )
      return rows.length > 0 ? rows : undefined
    })
    expect(told.map(({ actor, facts }) => [actor, JSON.parse(facts)])).toEqual([
      [admin.id, { reviewId: rude, businessId: cafe.id, reason: 'insults the staff' }],
    ])
  })
})
