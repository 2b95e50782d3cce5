/**
 * Servers that answer but accept no writes: full disk, full memory, read-only replica. Writes get `busy`, reads work,
 * and afterwards the same key succeeds once.
 */
import { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSISTENCY_STALE } from '#contracts/units/ids.ts'
import type { Ready } from '#contracts/calls/health.ts'
import type { SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import { generationSchema } from '#projections/runtime/generations/generation-schema.ts'
import { projectionStatus } from '#projections/runtime/generations/status.ts'
import { databaseName, eventsDatabase, onMaintenance } from '../../../infra/local/servers/database.ts'
import { lastSeenBefore } from '../../../infra/testing/servers/caches.ts'
import { beginTotp, codeOf } from '../../../infra/testing/people/authenticator.ts'
import { cookieOf, Person } from '../../../infra/testing/people/person.ts'
import { passkeyOptions, SoftPasskey } from '../../../infra/testing/people/soft-passkey.ts'
import { callAndRotate, signInAgain, signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

let product: Product
let cafe: Person
let ani: Person & { code: string }
beforeAll(async () => {
  product = await startProduct({ redis: 'own' })
  cafe = await product.business()
  ani = await product.buyer()
})
afterAll(() => product.close())

const HOUR_MS = 3_600_000

const award = (key: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }, key)
const issued = async () =>
  (await cafe.get<{ totalPointsIssued: number }>(`/api/business/${cafe.id}/stats`)).body.totalPointsIssued
const makePerk = (key: string) =>
  cafe.write(
    'POST',
    `/api/business/${cafe.id}/perks`,
    { name: 'Coffee', description: 'Black or with milk', pointsRequired: 10 },
    key,
  )
const perks = async () => (await cafe.get<unknown[]>(`/api/business/${cafe.id}/perks`)).body.length
const signIn = (who = new Person(product.address, ani)) =>
  who.send('POST', '/api/auth/login', { email: who.email, password: PASSWORD })

async function ready(part: 'redis' | 'store' = 'redis'): Promise<[number, boolean]> {
  const { status, body } = await cafe.get<Pick<Ready, 'redis' | 'store'>>('/api/health/ready')
  return [status, body[part].ok]
}

const BUSY = { status: 503, body: { code: 'busy' } }

/** Also compares a further retry's response. */
async function doneOnce(ask: () => ReturnType<typeof award>): Promise<void> {
  const done = await waitUntil('the answer', async () => {
    const answer = await ask()
    return answer.status < 300 ? answer : undefined
  })
  expect((await ask()).body).toEqual(done.body)
}

/** Raises PostgreSQL's disk-full error on inserts into a table. */
async function fillDiskUnder(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON ${table} EXECUTE FUNCTION no_room()`)
  return async () => {
    await client.query('DROP FUNCTION no_room CASCADE')
    await client.end()
  }
}

describe('full servers', () => {
  it.each([
    ['memory is full', 'maxmemory', '1'],
    ['replicas are missing', 'min-replicas-to-write', '1'],
  ])('in Redis, because %s: refuses awards and sign-ins; signed-in people can read', async (_why, setting, value) => {
    const redis = new Redis(product.services.redisUrl)
    const [key, before] = [randomUUID(), await issued()]
    await lastSeenBefore(product.services.redisUrl, 2 * HOUR_MS)
    await redis.config('SET', setting, value)
    try {
      // This response would renew the session's date.
      expect(await issued()).toBe(before)
      for (const answer of [await award(key), await signIn(), await award(key)]) expect(answer).toMatchObject(BUSY)
      // The old record and cookie stay valid.
      const again = await signIn(cafe)
      expect(again).toMatchObject(BUSY)
      expect(cookieOf(again.headers)).not.toContain('hatik=')
      expect(await issued()).toBe(before)
      expect(await ready()).toEqual([503, false])
    } finally {
      await redis.config('SET', setting, '0')
      redis.disconnect()
    }
    await doneOnce(() => award(key))
    await waitUntil('the award in the figures', async () => (await issued()) === before + 1)
    expect((await signIn()).status).toBe(200)
    expect(await ready()).toEqual([200, true])
  })

  it('in Redis: a support visit stays as it was, also in the log (H31)', async () => {
    const admin = await signInStaff(product, 'admin')
    const recorded = async () =>
      (await product.pool.query<{ type: string }>('SELECT type FROM event_outbox ORDER BY id')).rows.map(
        ({ type }) => type,
      )
    const change = (mode: string) => admin.send('POST', '/api/admin/impersonation/mode', { mode })
    const exit = () => admin.send('POST', '/api/admin/impersonation/exit')
    await callAndRotate(admin, '/api/admin/impersonation/start', {
      userId: cafe.id,
      reason: 'the owner asked for help',
    })
    expect((await change('act')).status).toBe(200)
    const before = await recorded()
    const redis = new Redis(product.services.redisUrl)
    await redis.config('SET', 'min-replicas-to-write', '1')
    try {
      for (const answer of [await change('view'), await exit()]) expect(answer).toMatchObject(BUSY)
      expect(await recorded()).toEqual(before)
    } finally {
      await redis.config('SET', 'min-replicas-to-write', '0')
      redis.disconnect()
    }
    expect((await admin.get('/api/admin/impersonation/status')).body).toMatchObject({
      isImpersonating: true,
      mode: 'act',
    })
    expect((await callAndRotate(admin, '/api/admin/impersonation/exit')).status).toBe(200)
    expect((await admin.get('/api/admin/impersonation/status')).body).toEqual({ isImpersonating: false })
  })

  it.skipIf(process.env['EVENTSTORE_URL'])(
    'for events: an award has an unknown outcome, readiness fails, and a retry makes it later',
    async () => {
      const [key, before] = [randomUUID(), await issued()]
      const free = await fillDiskUnder(eventsDatabase(product.services.databaseUrl), 'events')
      try {
        expect(await ready('store')).toEqual([200, true])
        expect([503, 504]).toContain((await award(key)).status)
        expect(await issued()).toBe(before)
        expect(await ready('store')).toEqual([503, false])
      } finally {
        await free()
      }
      await doneOnce(() => award(key))
      expect(await ready('store')).toEqual([200, true])
      await waitUntil('the award in the figures', async () => (await issued()) === before + 1)
    },
  )

  it('for the read models: awards succeed, reads are marked stale and catch up by themselves', async () => {
    const before = await issued()
    const { generation } = await projectionStatus(product.pool)
    const free = await fillDiskUnder(product.services.databaseUrl, `${generationSchema(generation ?? 0)}.movements`)
    try {
      expect((await award(randomUUID())).status).toBe(200)
      const old = await cafe.get<{ totalPointsIssued: number }>(`/api/business/${cafe.id}/stats`)
      expect([old.status, old.body.totalPointsIssued, old.headers.has(CONSISTENCY_STALE)]).toEqual([200, before, true])
    } finally {
      await free()
    }
    await waitUntil('the award in the figures', async () => (await issued()) === before + 1)
    expect((await projectionStatus(product.pool)).stoppedBy).toBeNull()
  })

  it('for rows: a write gets `busy` and succeeds later', async () => {
    const [key, before] = [randomUUID(), await perks()]
    const free = await fillDiskUnder(product.services.databaseUrl, 'perks')
    try {
      expect(await makePerk(key)).toMatchObject(BUSY)
    } finally {
      await free()
    }
    await doneOnce(() => makePerk(key))
    expect(await perks()).toBe(before + 1)
  })
})

/** Denies Redis writes to session records. */
async function closeSessions(): Promise<() => Promise<void>> {
  const redis = new Redis(product.services.redisUrl)
  await redis.acl('SETUSER', 'default', 'resetkeys', '%R~*', '~hatik:[^s]*')
  return async () => {
    await redis.acl('SETUSER', 'default', 'allkeys')
    redis.disconnect()
  }
}

it.each([
  ['app', 'recoveryCodes'],
  ['passkey', 'id'],
])(
  'a second factor (%s) whose session cannot be marked is not added; a retry adds it (decision 55)',
  async (what, told) => {
    const admin = await signInStaff(product, 'admin')
    await admin.confirm(PASSWORD)
    const [path, body] =
      what === 'app'
        ? ['/api/auth/second-factor/totp/activate', { code: codeOf(await beginTotp(admin)) }]
        : [
            '/api/auth/passkeys',
            { name: 'Phone', credential: new SoftPasskey(product.address).made(await passkeyOptions(admin)) },
          ]
    const key = randomUUID()
    const mend = await closeSessions()
    try {
      expect((await admin.write('POST', path, body, key)).status).toBeGreaterThanOrEqual(500)
      const { rows } = await product.pool.query(
        'SELECT FROM totp_secrets WHERE user_id = $1 AND active_since IS NOT NULL UNION ALL SELECT FROM passkeys WHERE user_id = $1',
        [admin.id],
      )
      expect(rows).toHaveLength(0)
    } finally {
      await mend()
    }
    const added = await admin.write('POST', path, body, key)
    expect([added.status, Object.keys(added.body)]).toEqual([201, expect.arrayContaining([told])])
    admin.cookie = cookieOf(added.headers)
    expect((await admin.get('/api/admin/me')).body['secondFactor']).toBe('ok')
  },
)

/** Denies Redis writes to visit keys only. */
async function closeVisits(): Promise<() => Promise<void>> {
  const redis = new Redis(product.services.redisUrl)
  await redis.acl('SETUSER', 'default', 'resetkeys', '%R~*', '~hatik:[^v]*')
  return async () => {
    await redis.acl('SETUSER', 'default', 'allkeys')
    redis.disconnect()
  }
}

it.each([
  ['claimed', 'continues', closeVisits],
  ['recorded', 'ends', () => fillDiskUnder(product.services.databaseUrl, 'event_outbox')],
] as const)(
  "a support visit that cannot be %s does not begin; the administrator's earlier one %s and lists its acts (H31)",
  async (_what, earlier, breakIt) => {
    const visit = (who: Person) =>
      callAndRotate(who, '/api/admin/impersonation/start', {
        userId: cafe.id,
        reason: 'the owner asked for help with an award',
      })
    const isVisiting = async (who: Person) =>
      (await who.get<{ isImpersonating: boolean }>('/api/admin/impersonation/status')).body.isImpersonating
    const admin = await signInStaff(product, 'admin')
    const elsewhere = await signInAgain(product.address, admin)
    expect((await visit(admin)).status).toBe(200)
    expect((await admin.send('POST', '/api/admin/impersonation/mode', { mode: 'act' })).status).toBe(200)

    const mend = await breakIt()
    try {
      expect((await visit(elsewhere)).status).toBeGreaterThanOrEqual(500)
    } finally {
      await mend()
    }
    expect(await isVisiting(elsewhere)).toBe(false)
    const before = await issued()
    const { status } = await admin.write(
      'POST',
      `/api/business/${cafe.id}/award-points`,
      { buyerId: ani.code, amountSpent: 500 },
      randomUUID(),
    )
    expect(status).toBe(earlier === 'continues' ? 200 : 403)
    const acts = await waitUntil('the figures and the visit show the same', async () => {
      const { visits } = (await cafe.get<SupportVisits>(`/api/business/${cafe.id}/support-visits`)).body
      const own = visits.filter(({ adminId }) => adminId === admin.id)
      const done = own.flatMap((one) => one.done)
      return (
        own.length === 1 && own[0]!.actingSince !== null && (await issued()) - before === done.length && { own, done }
      )
    })
    expect(acts.done).toHaveLength(status === 200 ? 1 : 0)
    expect(await isVisiting(admin)).toBe(status === 200)
  },
)

it('a read-only PostgreSQL, as after a failover, gives `busy` for writes and serves reads', async () => {
  const name = databaseName(product.services.databaseUrl)
  const readOnly = (on: boolean) =>
    onMaintenance(product.services.databaseUrl, async (client) => {
      await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${on ? 'on' : 'off'}`)
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    })
  const [key, before] = [randomUUID(), await perks()]
  await readOnly(true)
  try {
    await waitUntil('a new connection', async () => (await cafe.get(`/api/business/${cafe.id}/perks`)).status === 200)
    expect(await makePerk(key)).toMatchObject(BUSY)
    expect(await perks()).toBe(before)
  } finally {
    await readOnly(false)
  }
  await doneOnce(() => makePerk(key))
  expect(await perks()).toBe(before + 1)
})
