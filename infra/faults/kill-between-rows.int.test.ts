/**
 * An API process dies by kill -9 amid the writes of an act on a shop's people and tills. The caller repeats the act at
 * another process: it has happened wholly or not at all, and happens once.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenHash } from '#accounts/tokens.ts'
import { businessStream } from '#contracts/events/business-events.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { startApi, startWorker } from '../local/application.ts'
import { freePort } from '../local/ports.ts'
import type { RunningServer } from '../local/servers/postgres.ts'
import { acceptInvitation, inviteManager, managersEmail, signInManager } from '../testing/people/manager.ts'
import { Person, type Answer } from '../testing/people/person.ts'
import { addStaff, pairTill, PIN } from '../testing/people/till.ts'
import { transactionGate, type KillPoint, type TransactionGate } from '../testing/servers/kill-points.ts'
import { PASSWORD, startProduct, type Product } from '../testing/servers/test-product.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { pairingCodeHash } from '../../services/api/till/pairing-code.ts'

let product: Product
let gate: TransactionGate
beforeAll(async () => {
  product = await startProduct()
  gate = await transactionGate(product.env['DATABASE_URL']!)
})
afterAll(async () => {
  await gate?.close()
  await product?.close()
})

type Call = (address: string) => Promise<Answer>
/** `contrary`: another call, of which and `call` one succeeds. `rows`: a query whether the rows say that it happened. */
type Act = {
  businessId: number
  marker: string
  call: Call
  contrary?: Call
  rows: readonly [sql: string, id: string | number]
  event: string | undefined
  afterwards?: (winner: 'call' | 'contrary') => Promise<void>
}

const STAFF = 'FROM business_staff WHERE id = $1'

const ACTS: Record<string, () => Promise<Act>> = {
  'adds a person': async () => {
    const [cafe, marker] = [await product.business(), randomUUID()]
    const body = { name: 'Նարե', role: 'cashier', pin: PIN }
    return {
      businessId: cafe.id,
      marker,
      call: (address) => cafe.at(address).write('POST', `/api/business/${cafe.id}/staff`, body, marker),
      rows: ['SELECT count(*) = 1 AS done FROM business_staff WHERE business_id = $1', cafe.id],
      event: 'StaffAdded',
    }
  },
  'changes the rights of a person': async () => {
    const cafe = await product.business()
    const staffId = await addStaff(cafe, 'manager')
    return {
      businessId: cafe.id,
      marker: staffId,
      call: (address) =>
        cafe.at(address).write('PATCH', `/api/business/${cafe.id}/staff/${staffId}`, { role: 'cashier' }),
      rows: [`SELECT role = 'cashier' AS done ${STAFF}`, staffId],
      event: 'StaffRightsChanged',
    }
  },
  'removes a manager with an account': async () => {
    const cafe = await product.business()
    const { id, staffId } = await signInManager(product, cafe)
    return {
      businessId: cafe.id,
      marker: staffId,
      call: (address) => cafe.at(address).write('DELETE', `/api/business/${cafe.id}/staff/${staffId}`),
      rows: [
        `SELECT removed_at IS NOT NULL AS done ${STAFF}
           AND (removed_at IS NULL) = (SELECT erased_at IS NULL FROM users WHERE users.id = ${id})`,
        staffId,
      ],
      event: 'StaffRemoved',
    }
  },
  'pairs a till': async () => {
    const cafe = await product.business()
    const { body: added } = await cafe.write<{ till: { tillId: string }; pairingCode: string }>(
      'POST',
      `/api/business/${cafe.id}/tills`,
      { name: 'Till 1', locksAfterSeconds: 120, branchId: null },
    )
    const code = added.pairingCode
    const [key, other] = [randomUUID(), randomUUID()]
    const pair = (address: string, used: string) =>
      new Person(address, { id: 0, email: '' }).write('POST', '/api/till/pair', { code }, used)
    return {
      businessId: cafe.id,
      marker: pairingCodeHash(code, { SESSION_SECRET: product.env['SESSION_SECRET']! }),
      call: (address) => pair(address, key),
      contrary: (address) => pair(address, other),
      rows: ['SELECT paired_at IS NOT NULL AS done FROM tills WHERE id = $1', added.till.tillId],
      event: 'TillPaired',
    }
  },
  'revokes a till': async () => {
    const cafe = await product.business()
    const { tillId } = await pairTill(product, cafe)
    return {
      businessId: cafe.id,
      marker: tillId,
      call: (address) => cafe.at(address).write('DELETE', `/api/business/${cafe.id}/tills/${tillId}`),
      rows: ['SELECT revoked_at IS NOT NULL AS done FROM tills WHERE id = $1', tillId],
      event: 'TillRevoked',
    }
  },
  'invites a manager': async () => {
    const [cafe, marker, email] = [await product.business(), randomUUID(), managersEmail()]
    const staffId = await addStaff(cafe, 'manager')
    const path = `/api/business/${cafe.id}/staff/${staffId}/invitation`
    return {
      businessId: cafe.id,
      marker,
      call: (address) => cafe.at(address).write('POST', path, { email, language: 'en' }, marker),
      rows: [`SELECT invited_email IS NOT NULL AS done ${STAFF}`, staffId],
      event: undefined,
      afterwards: async () => {
        await product.mailTo(email)
        const orders = 'SELECT FROM mail_outbox WHERE user_id = $1 AND template = $2'
        expect((await product.pool.query(orders, [cafe.id, 'manager_invited'])).rowCount).toBe(1)
      },
    }
  },
  'accepts an invitation': async () => {
    const cafe = await product.business()
    const { email, staffId, token } = await inviteManager(product, cafe)
    const [key, password] = [randomUUID(), 'Another-horse-2']
    return {
      businessId: cafe.id,
      marker: tokenHash(token),
      call: (address) => acceptInvitation({ address }, token, key),
      contrary: (address) =>
        new Person(address, { id: 0, email: '' }).write('POST', '/api/auth/invitation', {
          token,
          password,
          language: 'en',
        }),
      rows: [
        `SELECT user_id IS NOT NULL AS done ${STAFF} AND (user_id IS NULL) = (invitation_hash IS NOT NULL)
           AND (user_id IS NULL) = NOT EXISTS (SELECT FROM users WHERE email = '${email}')`,
        staffId,
      ],
      event: 'StaffSignInChanged',
      afterwards: async (winner) => {
        await Person.signIn(product.address, { id: 0, email }, winner === 'call' ? PASSWORD : password)
      },
    }
  },
}

async function startVictim(): Promise<RunningServer & { address: string }> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = { ...product.env, PORT: String(port), DATABASE_URL: gate.url }
  return { ...(await startApi(env, `${address}/api/health`, () => {})), address }
}

/** Undefined for half an act. */
const happened = async ({ rows: [sql, id] }: Act) =>
  (await product.pool.query<{ done: boolean }>(sql, [id])).rows[0]?.done

const recorded = async ({ businessId, event }: Act) =>
  (
    await product.pool.query('SELECT FROM event_outbox WHERE stream = $1 AND type = $2', [
      businessStream(businessId),
      event,
    ])
  ).rowCount

/** Times that each stream of a business has each type of event. */
async function inTheLog(): Promise<Map<string, number>> {
  await waitUntil(
    'all events are in the log',
    async () => (await product.pool.query('SELECT FROM event_outbox WHERE position IS NULL')).rowCount === 0,
  )
  const gateway = createEventStoreGateway(product.services.eventStoreUrl)
  const log = gateway.openLogReader(['business-'])
  const times = new Map<string, number>()
  for (let after: bigint | null = null; ;) {
    const { events, lastPosition, reachedHead } = await log.read(after, 5_000)
    for (const { stream, type } of events) times.set(`${stream} ${type}`, (times.get(`${stream} ${type}`) ?? 0) + 1)
    if (reachedHead) break
    after = lastPosition
  }
  await log.close()
  await gateway.close()
  return times
}

async function repeatAndCheck(act: Act): Promise<void> {
  const [first, contrary] = await Promise.all([act.call(product.address), act.contrary?.(product.address)])
  const again = await act.call(product.address)
  const isDone = first.status < 300
  expect([isDone, again.status, again.body.code]).toEqual([isDone, first.status, first.body.code])
  if (isDone) expect(again.body).toEqual(first.body)
  expect((contrary?.status ?? 400) < 300).toBe(!isDone)
  expect(await happened(act)).toBe(true)
  await act.afterwards?.(isDone ? 'call' : 'contrary')
}

it.each<[where: string, point: KillPoint]>([
  ['after its first write', 'next'],
  ['before COMMIT', 'commit'],
  ['after COMMIT, before its next line', 'committed'],
])(
  'an act on people and tills that dies %s has happened wholly or not at all, and happens once when repeated',
  async (_where, point) => {
    const victim = await startVictim()
    const names = Object.keys(ACTS)
    const acts = await Promise.all(names.map((name) => ACTS[name]!()))
    await Promise.all(
      acts.map((act) => {
        void act.call(victim.address).catch(() => {})
        return gate.hold(act.marker, point)
      }),
    )
    await victim.kill()
    const isDone = point === 'committed'
    const told = await Promise.all(acts.map(async (act) => [await happened(act), await recorded(act)]))
    expect(Object.fromEntries(names.map((name, index) => [name, told[index]]))).toEqual(
      Object.fromEntries(names.map((name, index) => [name, [isDone, isDone && acts[index]!.event ? 1 : 0]])),
    )
    await Promise.all(acts.map(repeatAndCheck))
    const log = await inTheLog()
    expect(acts.map(({ businessId, event = '' }) => log.get(`${businessStream(businessId)} ${event}`))).toEqual(
      acts.map(({ event }) => (event === undefined ? undefined : 1)),
    )
  },
  120_000,
)

it('an event whose worker dies after the append, before the outbox knows its position, is in the log once', async () => {
  await product.worker.stop()
  const cafe = await product.business()
  const workersGate = await transactionGate(product.workerEnv['DATABASE_URL']!)
  await addStaff(cafe)
  await addStaff(cafe)
  const held = workersGate.hold('UPDATE event_outbox SET position', 'marked')
  const worker = await startWorker({ ...product.workerEnv, DATABASE_URL: workersGate.url }, () => {})
  await held
  await worker.kill()
  await workersGate.close()
  await product.restartWorker()
  expect((await inTheLog()).get(`${businessStream(cafe.id)} StaffAdded`)).toBe(2)
})
