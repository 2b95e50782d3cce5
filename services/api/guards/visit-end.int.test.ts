/** The API runs in this process with a test clock, the worker in its own. */
import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VISIT_MS, type ImpersonationStatus, type SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import { readEnv } from '#platform/env/env.ts'
import { runningVisits } from '#projections/support-visits/queries.ts'
import { lastSeenBefore } from '../../../infra/testing/servers/caches.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { callAndRotate, signInAgain, signInStaff } from '../../../infra/testing/people/staff.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import type { App } from '../app-type.ts'
import { buildApp } from '../app.ts'
import { openDeps, type Deps } from '../deps.ts'
import { claimVisit, releaseVisit } from '../plugins/support-visits.ts'

let product: Product
let deps: Deps
let app: App
let address: string
let now = new Date()

beforeAll(async () => {
  product = await sharedProduct()
  deps = await openDeps(readEnv({ ...product.env, PORT: '0' }), pino({ level: 'silent' }))
  app = await buildApp({ ...deps, now: () => now })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await deps.close()
  await product.close()
})

const reason = 'the owner asked for help with an award'
const status = async (who: Person) =>
  (await who.send<ImpersonationStatus>('GET', '/api/admin/impersonation/status')).body

async function visiting(cafe: Person): Promise<Person> {
  const admin = (await signInStaff(product, 'admin')).at(address)
  now = new Date()
  expect((await callAndRotate(admin, '/api/admin/impersonation/start', { userId: cafe.id, reason })).status).toBe(200)
  return admin
}

describe('a support visit', () => {
  it('ends after thirty minutes: the administrator is himself again and may write nothing (H31)', async () => {
    const cafe = await product.business()
    const buyer = await product.buyer()
    const admin = await visiting(cafe)
    const award = () =>
      admin.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: buyer.code, amountSpent: 1_000 })
    await admin.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    const began = now.getTime()

    now = new Date(began + VISIT_MS - 1)
    expect(await status(admin)).toMatchObject({ isImpersonating: true, leftMs: 1 })
    expect((await award()).status).toBe(200)

    now = new Date(began + VISIT_MS)
    const atOnce = await Promise.all([award(), award(), status(admin), admin.get('/api/auth/me')])
    expect([atOnce[0].status, atOnce[1].status]).toEqual([403, 403])
    expect(atOnce[2]).toEqual({ isImpersonating: false })
    expect(atOnce[3].body).toMatchObject({ id: admin.id, role: 'admin' })
    expect((await award()).status).toBe(403)
    expect((await callAndRotate(admin, '/api/admin/impersonation/exit')).status).toBe(200)

    const [visit] = await waitUntil('the end is projected', async () => {
      const { visits } = (await cafe.get<SupportVisits>(`/api/business/${cafe.id}/support-visits`)).body
      return visits[0]?.ended === 'expired' && visits
    })
    expect(visit).toMatchObject({
      ended: 'expired',
      mode: 'act',
      done: [{ type: 'PointsAwarded', buyerId: buyer.code }],
    })
    const { rows } = await product.pool.query(
      `SELECT type FROM read.business_history WHERE business_id = $1 ORDER BY position`,
      [cafe.id],
    )
    expect(rows.map(({ type }) => type as string)).toEqual(['VisitStarted', 'ModeChanged', 'CallMade', 'VisitEnded'])
  })

  it('may be followed by another as soon as it has expired', async () => {
    const [cafe, bakery] = [await product.business(), await product.business()]
    const admin = await visiting(cafe)
    now = new Date(now.getTime() + VISIT_MS)
    expect((await callAndRotate(admin, '/api/admin/impersonation/start', { userId: bakery.id, reason })).status).toBe(
      200,
    )
    expect(await status(admin)).toMatchObject({
      isImpersonating: true,
      businessUser: { id: bakery.id },
      mode: 'view',
      leftMs: VISIT_MS,
    })
  })

  it('ends when the same administrator starts another, which later acts belong to (H31)', async () => {
    const cafe = await product.business()
    const buyer = await product.buyer()
    const runningBefore = await runningVisits(product.pool, new Date())
    const admin = await visiting(cafe)
    const award = (who: Person, amountSpent: number) =>
      who.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: buyer.code, amountSpent })
    await admin.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    expect((await award(admin, 1_000)).status).toBe(200)

    const elsewhere = await signInAgain(address, admin)
    // Awards use the ledger's own clock.
    now = new Date()
    expect((await callAndRotate(elsewhere, '/api/admin/impersonation/start', { userId: cafe.id, reason })).status).toBe(
      200,
    )
    await elsewhere.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    expect((await award(elsewhere, 2_000)).status).toBe(200)

    const [second, first] = await waitUntil('both are projected', async () => {
      const { visits } = (await cafe.get<SupportVisits>(`/api/business/${cafe.id}/support-visits`)).body
      return (
        visits.length === 2 && visits.every(({ calls }) => calls.length === 1) && visits[0]!.done.length > 0 && visits
      )
    })
    const { rows } = await product.pool.query<{ position: string }>(
      'SELECT position::text FROM read.movements AS movement WHERE business_id = $1 ORDER BY movement.position',
      [cafe.id],
    )
    const positions = rows.map(({ position }) => position)
    expect(first).toMatchObject({ ended: 'expired', endedAt: now.toISOString(), done: [{ position: positions[0] }] })
    expect(second).toMatchObject({ ended: 'running', endedAt: null, done: [{ position: positions[1] }] })
    expect(await runningVisits(product.pool, now)).toBe(runningBefore + 1)
  })

  it('keeps acts done while the next one starts: that one begins when this one is over (H31)', async () => {
    const cafe = await product.business()
    const admin = await visiting(cafe)
    await admin.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
    const perk = (name: string) =>
      admin.write('POST', `/api/business/${cafe.id}/perks`, { name, description: 'x', pointsRequired: 1 })
    const elsewhere = await signInAgain(address, admin)

    const { redis } = deps
    const set = redis.set
    let letGo = (): void => undefined
    const claiming = new Promise<void>((reached) => {
      redis.set = ((...args: Parameters<typeof set>) => {
        if (!String(args[0]).startsWith('hatik:visit:')) return set.apply(redis, args)
        reached()
        return new Promise<void>((resolve) => (letGo = resolve)).then(() => set.apply(redis, args))
      }) as typeof set
    })
    let next: Promise<{ status: number }>
    try {
      next = callAndRotate(elsewhere, '/api/admin/impersonation/start', { userId: cafe.id, reason })
      await claiming
      now = new Date(now.getTime() + 1_000)
      expect((await perk('Gata')).status).toBe(201)
      now = new Date(now.getTime() + 1_000)
    } finally {
      redis.set = set
      letGo()
    }
    expect((await next).status).toBe(200)
    expect(await status(elsewhere)).toMatchObject({ isImpersonating: true, startedAt: now.toISOString() })
    expect((await perk('Late')).status).toBe(403)
  })

  it('being left does not release a visit that began since', async () => {
    const visit = {
      visitId: randomUUID(),
      adminId: 77,
      businessId: 5,
      mode: 'view',
      reason,
      startedAtMs: 0,
      expiresAtMs: Date.now() + VISIT_MS,
    } as const
    const later = { ...visit, visitId: randomUUID() }
    await claimVisit(deps, visit)
    await claimVisit(deps, later)
    await releaseVisit(deps, visit)
    expect(await deps.redis.get('hatik:visit:77')).toBe(later.visitId)
    await releaseVisit(deps, later)
    expect(await deps.redis.get('hatik:visit:77')).toBeNull()
  })

  it('stays in view mode although a call of an hour-old session ends after the start (H31)', async () => {
    const cafe = await product.business()
    const admin = (await signInStaff(product, 'admin')).at(address)
    const [session] = (await admin.get<{ id: string }[]>('/api/auth/sessions')).body
    await lastSeenBefore(product.services.redisUrl, 59 * 60_000, session!.id)
    now = new Date()
    expect((await callAndRotate(admin, '/api/admin/impersonation/start', { userId: cafe.id, reason })).status).toBe(200)
    // No later call dates the session: that would write back the visit's first mode.
    const records = await Promise.all(
      (await deps.redis.keys('hatik:session:*')).map(
        async (name) =>
          JSON.parse((await deps.redis.get(name)) ?? '{}') as { touchedAt: number; visit?: { businessId: number } },
      ),
    )
    const [visiting] = records.filter(({ visit }) => visit?.businessId === cafe.id)
    expect(Date.now() - visiting!.touchedAt).toBeLessThan(VISIT_MS)
  })

  it.each([
    ['am', 'Աջակցության այց', 'ադմինիստրատոր N '],
    ['en', 'Our support is visiting', 'administrator no. '],
  ] as const)(
    'is announced to the owner by one mail, in %s: who, when, why and in which mode',
    async (language, subject, who) => {
      const cafe = await product.business()
      await product.pool.query('UPDATE users SET preferred_language = $2 WHERE id = $1', [cafe.id, language])
      const admin = await visiting(cafe)
      await admin.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })
      const mail = await product.mailTo(cafe.email, new RegExp(subject))
      for (const part of [
        who + String(admin.id),
        reason,
        language === 'am' ? 'միայն դիտում' : 'view only',
        String(now.getUTCFullYear()),
      ])
        expect(mail.text).toContain(part)
      expect(mail.text).not.toContain(admin.email)
      await callAndRotate(admin, '/api/admin/impersonation/exit')
      await waitUntil('nothing waits to be sent', async () => {
        const { rows } = await product.pool.query(
          `SELECT state FROM mail_outbox WHERE user_id = $1 AND template = 'visit_started'`,
          [cafe.id],
        )
        return rows.length === 1 && (rows[0] as { state: string }).state === 'sent'
      })
      expect((await product.mails()).filter(({ to }) => to === cafe.email)).toHaveLength(1)
    },
  )
})
