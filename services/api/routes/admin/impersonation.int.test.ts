import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImpersonationStatus, SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { callAndRotate, signInAgain, signInStaff } from '../../../../infra/testing/people/staff.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let admin: Person
let cafe: Person & { perkIds: number[] }
let ani: Person & { code: string }

beforeAll(async () => {
  product = await sharedProduct()
  admin = await signInStaff(product, 'admin')
  cafe = await product.business({ perks: ['1.0'] })
  ani = await product.buyer()
})
afterAll(() => product.close())

const reason = 'the owner asked for help with an award'
const start = (userId: number) => callAndRotate(admin, '/api/admin/impersonation/start', { userId, reason })
const exit = () => callAndRotate(admin, '/api/admin/impersonation/exit')
const status = async (who: Person) =>
  (await who.send<ImpersonationStatus>('GET', '/api/admin/impersonation/status')).body
const award = (who: Person, amountSpent = 5_000) =>
  who.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent })
const visitsOf = async (who: Person) =>
  (await who.get<SupportVisits>(`/api/business/${cafe.id}/support-visits`)).body.visits

describe('a support visit', () => {
  it('answers the status call for everybody, and only "no" without a visit (H32)', async () => {
    for (const who of [cafe, ani, admin]) expect(await status(who)).toEqual({ isImpersonating: false })
    const visitor = await fetch(`${product.address}/api/admin/impersonation/status`)
    expect([visitor.status, await visitor.json()]).toEqual([200, { isImpersonating: false }])
  })

  it('begins with a reason of 10 to 300 characters, and only at a business (H31)', async () => {
    for (const wrong of [undefined, '', 'too short', '  123456789  ', 'x'.repeat(301)]) {
      expect(
        (await admin.send('POST', '/api/admin/impersonation/start', { userId: cafe.id, reason: wrong })).status,
      ).toBe(400)
    }
    const other = await signInStaff(product, 'admin')
    const auditor = await signInStaff(product, 'auditor')
    for (const id of [other.id, auditor.id, ani.id, admin.id])
      expect((await start(id)).body.code).toBe('cannot_impersonate')
    expect((await start(999_999)).body.code).toBe('business_not_found')
    for (const who of [cafe, ani, auditor])
      expect((await who.send('POST', '/api/admin/impersonation/start', { userId: cafe.id, reason })).status).toBe(403)
  })

  it('shows the business as the current user, under another session id, and for half an hour (R30, H17, H31)', async () => {
    const before = admin.cookie
    const began = await start(cafe.id)
    expect(began.body).toMatchObject({
      isImpersonating: true,
      businessProfile: { businessName: `Business ${cafe.id}` },
      businessUser: { email: cafe.email },
      mode: 'view',
      reason,
    })
    const { startedAt, expiresAt } = began.body as unknown as { startedAt: string; expiresAt: string }
    expect(Date.parse(expiresAt) - Date.parse(startedAt)).toBe(30 * 60 * 1000)
    expect(admin.cookie).not.toBe(before)
    const old = await fetch(`${product.address}/api/auth/me`, { headers: { cookie: before } })
    expect(old.status).toBe(401)
    expect((await admin.get('/api/auth/me')).body).toMatchObject({ id: cafe.id, role: 'business' })
    expect((await admin.get(`/api/business/${cafe.id}/stats`)).status).toBe(200)
    expect((await admin.get('/api/admin/replay')).status).toBe(403)
  })

  it('refuses every write while it only looks, and records it (H31)', async () => {
    expect((await award(admin)).body).toMatchObject({ code: 'visit_read_only' })
    expect(
      (await admin.write('POST', `/api/business/${cafe.id}/perks`, { name: 'P', description: 'D', pointsRequired: 1 }))
        .body.code,
    ).toBe('visit_read_only')
    expect((await admin.send('POST', '/api/admin/impersonation/start', { userId: cafe.id, reason })).status).toBe(403)
  })

  it('does not suggest acting for a call that stays closed then too: billing, password, e-mail, deletion (H31)', async () => {
    const calls = [
      ['PATCH', '/api/auth/profile', { userId: cafe.id, firstName: 'A', lastName: 'B', email: 'new@hatik.test' }],
      ['DELETE', `/api/auth/account/${cafe.id}`, undefined],
      ['POST', `/api/business/${cafe.id}/subscription`, { plan: 'standard', cycle: 'monthly', key: randomUUID() }],
    ] as const
    for (const [method, path, body] of calls)
      expect([path, (await admin.write(method, path, body)).body.code]).toEqual([path, 'visit_forbidden'])
  })

  it('acts only after a second step, with both identities in its events (H31)', async () => {
    expect((await admin.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })).body).toMatchObject({
      mode: 'act',
      reason,
    })
    const awarded = await award(admin)
    expect(awarded.status).toBe(200)
    const line = await waitUntil('the award is projected', async () => {
      const { rows } = await product.pool.query(
        'SELECT actor_id, actor_role, on_behalf_of FROM read.movements WHERE award_id = $1',
        [awarded.body['awardId']],
      )
      return rows[0]
    })
    expect(line).toEqual({ actor_id: admin.id, actor_role: 'admin', on_behalf_of: cafe.id })
    const perk = await admin.write<{ id: number }>('POST', `/api/business/${cafe.id}/perks`, {
      name: 'P',
      description: 'D',
      pointsRequired: 1,
    })
    const event = await waitUntil('the perk is projected', async () => {
      const { rows } = await product.pool.query(
        `SELECT type, actor_id, actor_role, on_behalf_of FROM read.business_history WHERE business_id = $1 AND facts::json ->> 'perkId' = $2::text`,
        [cafe.id, perk.body.id],
      )
      return rows[0]
    })
    expect(event).toEqual({ type: 'PerkAdded', actor_id: admin.id, actor_role: 'admin', on_behalf_of: cafe.id })
  })

  it('never touches password, e-mail, deletion or billing, even when acting, and never nests (H31)', async () => {
    const calls: [string, string, unknown][] = [
      ['PATCH', '/api/auth/profile', { userId: cafe.id, firstName: 'A', lastName: 'B', email: 'new@hatik.test' }],
      ['DELETE', `/api/auth/account/${cafe.id}`, undefined],
      ['POST', `/api/business/${cafe.id}/subscription`, { plan: 'standard', cycle: 'monthly', key: randomUUID() }],
      ['POST', `/api/business/${cafe.id}/subscription/cancel`, {}],
      ['POST', '/api/admin/impersonation/start', { userId: cafe.id, reason }],
      ['POST', '/api/auth/logout', undefined],
    ]
    for (const [method, path, body] of calls) {
      const answer = await admin.send(method, path, body, { 'idempotency-key': randomUUID() })
      expect([path, [403, 404].includes(answer.status)]).toEqual([path, true])
    }
  })

  it('shows its owner who, when, why, what was refused and what was done (H31)', async () => {
    const seen = await waitUntil('the visit is projected', async () => {
      const [visit] = await visitsOf(cafe)
      return visit?.mode === 'act' && visit.done.length > 0 && visit.calls.length > 1 ? visit : undefined
    })
    expect(seen).toMatchObject({ adminId: admin.id, reason, ended: 'running', mode: 'act', business: { id: cafe.id } })
    expect(seen.refusedCalls).toContainEqual({
      at: expect.any(String),
      method: 'POST',
      path: '/api/business/:id/award-points',
    })
    expect(seen.calls).toMatchObject(
      ['award-points', 'perks'].map((call) => ({ method: 'POST', path: `/api/business/:id/${call}` })),
    )
    expect(seen.done).toMatchObject([{ type: 'PointsAwarded', buyerId: ani.code }])
    expect(JSON.stringify(seen)).not.toContain(ani.email)
  })

  it('ends by a call without a body, under another session id, and the administrator is back (R201, R219)', async () => {
    const before = admin.cookie
    const left = await exit()
    expect([left.status, left.body.message]).toEqual([200, 'You have returned to your admin account'])
    expect(admin.cookie).not.toBe(before)
    expect((await fetch(`${product.address}/api/auth/me`, { headers: { cookie: before } })).status).toBe(401)
    expect((await admin.get('/api/auth/me')).body).toMatchObject({ id: admin.id, role: 'admin' })
    expect(await status(admin)).toEqual({ isImpersonating: false })
    expect((await award(admin)).status).toBe(403)
    expect((await exit()).status).toBe(200)
    await waitUntil('the end is projected', async () => (await visitsOf(cafe))[0]?.ended === 'exited')
  })

  it('is one at a time: a second ends the first, wherever it runs (H31)', async () => {
    const bakery = await product.business()
    await start(cafe.id)
    await admin.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    const elsewhere = await signInAgain(product.address, admin)
    expect(
      (await callAndRotate(elsewhere, '/api/admin/impersonation/start', { userId: bakery.id, reason })).status,
    ).toBe(200)
    expect(await status(admin)).toEqual({ isImpersonating: false })
    expect((await award(admin)).status).toBe(403)
    await callAndRotate(elsewhere, '/api/admin/impersonation/exit')
  })

  it('ends when its administrator is removed', async () => {
    const other = await signInStaff(product, 'admin')
    await callAndRotate(other, '/api/admin/impersonation/start', { userId: cafe.id, reason })
    await other.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    await product.pool.query(`UPDATE users SET role = 'auditor' WHERE id = $1`, [other.id])
    await waitUntil('the change has come through', async () => (await status(other)).isImpersonating === false)
    expect((await award(other)).status).toBe(403)
  })

  it('ends with its administrator’s session: an old cookie opens nothing, and nothing more is recorded (R98)', async () => {
    const other = await signInStaff(product, 'admin')
    const shop = await product.business()
    await callAndRotate(other, '/api/admin/impersonation/start', { userId: shop.id, reason })
    await product.pool.query('UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1', [other.id])
    await waitUntil('the change has come through', async () => (await status(other)).isImpersonating === false)
    const write = await other.write('POST', `/api/business/${shop.id}/perks`, {
      name: 'P',
      description: 'D',
      pointsRequired: 1,
    })
    expect([write.status, write.body.code]).toEqual([401, 'not_signed_in'])
    const { rows } = await product.pool.query(
      `SELECT type FROM event_outbox WHERE data ->> 'businessId' = $1::text ORDER BY revision`,
      [shop.id],
    )
    expect(rows).toEqual([{ type: 'VisitStarted' }, { type: 'VisitEnded' }])
  })

  it('ends with the business’s account: the administrator is back, and may begin another (H25, H31)', async () => {
    const other = await signInStaff(product, 'admin')
    const shop = await product.business()
    await callAndRotate(other, '/api/admin/impersonation/start', { userId: shop.id, reason })
    expect((await shop.write('DELETE', `/api/auth/account/${shop.id}`)).status).toBe(200)
    await waitUntil('the change has come through', async () => (await other.get('/api/auth/me')).body['id'] !== shop.id)
    const me = await other.get('/api/auth/me')
    expect([me.status, me.body['id'], me.body['role']]).toEqual([200, other.id, 'admin'])
    expect(await status(other)).toEqual({ isImpersonating: false })
    const { rows } = await product.pool.query(
      `SELECT type, data ->> 'how' AS how FROM event_outbox WHERE type LIKE 'Visit%' AND data ->> 'businessId' = $1::text ORDER BY revision`,
      [shop.id],
    )
    expect(rows).toEqual([
      { type: 'VisitStarted', how: null },
      { type: 'VisitEnded', how: 'expired' },
    ])
    expect((await callAndRotate(other, '/api/admin/impersonation/start', { userId: cafe.id, reason })).status).toBe(200)
    await callAndRotate(other, '/api/admin/impersonation/exit')
  })

  it('a retried call counts once; other input under the same key is another call', async () => {
    const other = await signInStaff(product, 'admin')
    const shop = await product.business()
    await callAndRotate(other, '/api/admin/impersonation/start', { userId: shop.id, reason })
    const key = randomUUID()
    const save = (description: string) =>
      other.write(
        'PUT',
        `/api/business-profile/${shop.id}`,
        { businessName: 'Shop', description, phone: '+374 10 123456', address: 'Gyumri', website: 'shop.am' },
        key,
      )
    for (const _ of ['first', 'again']) expect((await save('Tea')).body.code).toBe('visit_read_only')
    await other.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    for (const description of ['Tea', 'Tea', 'Coffee']) expect((await save(description)).status).toBe(200)
    const recorded = await product.pool.query<{ type: string; times: number }>(
      `SELECT type, count(*) AS times FROM event_outbox WHERE type IN ('CallRefused', 'CallMade') AND data ->> 'businessId' = $1::text GROUP BY type ORDER BY type`,
      [shop.id],
    )
    expect(recorded.rows).toEqual([
      { type: 'CallMade', times: 2 },
      { type: 'CallRefused', times: 1 },
    ])
  })

  it('sends what the till had queued before the visit without a second award', async () => {
    const other = await signInStaff(product, 'admin')
    const shop = await product.business()
    await callAndRotate(other, '/api/admin/impersonation/start', { userId: shop.id, reason })
    await other.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    const send = (who: Person, key: string) =>
      who.send(
        'POST',
        `/api/business/${shop.id}/award-points`,
        { buyerId: ani.code, amountSpent: 700 },
        { 'idempotency-key': key },
      )
    const [first, second] = [randomUUID(), randomUUID()]
    const sent = [
      await send(shop, first),
      await send(other, first),
      await send(other, second),
      await send(shop, second),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(sent[1]?.body).toEqual(sent[0]?.body)
    expect(sent[3]?.body).toEqual(sent[2]?.body)
    expect(sent[2]?.body['awardId']).not.toBe(sent[0]?.body['awardId'])
  })

  it('a write without an event of its own is not committed without the trace of its call', async () => {
    const other = await signInStaff(product, 'admin')
    const shop = await product.business()
    await callAndRotate(other, '/api/admin/impersonation/start', { userId: shop.id, reason })
    await other.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    const save = () =>
      other.write('PUT', `/api/business-profile/${shop.id}`, {
        businessName: 'Renamed',
        description: 'Tea',
        phone: '+374 10 123456',
        address: 'Gyumri',
        website: 'shop.am',
      })
    const name = async () =>
      (await product.pool.query('SELECT business_name FROM business_profiles WHERE user_id = $1', [shop.id])).rows[0]
        ?.business_name
    await product.pool.query(`ALTER TABLE event_outbox ADD CONSTRAINT no_trace CHECK (type <> 'CallMade') NOT VALID`)
    expect((await save()).status).toBe(500)
    await product.pool.query('ALTER TABLE event_outbox DROP CONSTRAINT no_trace')
    expect(await name()).toBe(`Business ${shop.id}`)
    expect((await save()).status).toBe(200)
    expect(await name()).toBe('Renamed')
  })
})

it('a visit does nothing in the name of a business that is suspended meanwhile (H28)', async () => {
  const [visitor, shop] = [await signInStaff(product, 'admin'), await product.business({ perks: ['1.0'] })]
  await callAndRotate(visitor, '/api/admin/impersonation/start', { userId: shop.id, reason })
  expect((await visitor.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })).status).toBe(200)
  await product.pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [shop.id])
  const refused = { status: 403, body: { code: 'account_suspended' } }
  const perk = { name: 'Tea', description: 'Hot', pointsRequired: 1 }
  const award = () =>
    visitor.write('POST', `/api/business/${shop.id}/award-points`, { buyerId: ani.code, amountSpent: 500 })
  // An award reads the cached row.
  await waitUntil('the API knows it', async () => (await award()).status === 403)
  expect(await award()).toMatchObject(refused)
  expect(await visitor.write('POST', `/api/business/${shop.id}/perks`, perk)).toMatchObject(refused)
  expect(await visitor.write('DELETE', `/api/business/${shop.id}/perks/${shop.perkIds[0]}`, undefined)).toMatchObject(
    refused,
  )
})
