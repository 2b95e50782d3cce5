import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AwardReply } from '#contracts/calls/business.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { createAwardOutbox, type AwardOutbox, type Told } from './award-outbox.ts'
import { memoryStore, type AwardBody, type WaitingStore } from './waiting-store.ts'

const CAFE = 2
const offline = new ApiError(0, 'network', 'Failed to fetch')

/** A server behind a bad connection. `next`: fates of the next calls. */
let sent: { key: string; body: AwardBody }[]
let held: Map<string, AwardBody>
let online: boolean
let next: ('lost' | 'unsent' | ApiError)[]
let visitId: string | null | undefined
let store: WaitingStore
let stops: (() => void)[]

const replyTo = (key: string, { buyerId, amountSpent }: AwardBody): AwardReply => ({
  awardId: key,
  points: 1,
  buyerId,
  amountSpent,
  balance: '1.0',
  message: '',
})

async function send(_businessId: number, body: AwardBody, key: string): Promise<AwardReply> {
  const fate = next.shift()
  sent.push({ key, body })
  if (fate instanceof ApiError) throw fate
  if (fate === 'unsent') throw offline
  held.set(key, body)
  if (fate === 'lost') throw offline
  return replyTo(key, body)
}

function outboxOf(businessId = CAFE): AwardOutbox {
  const outbox = createAwardOutbox({
    businessId,
    store,
    send,
    isOnline: () => online,
    visitId: () => visitId,
    firstRetryMs: 5,
    patienceMs: 500,
  })
  stops.push(outbox.start())
  return outbox
}

const award = (amountSpent: number): Omit<AwardBody, 'happenedAt'> => ({ buyerId: 'AN1234', amountSpent })
const emptied = async (outbox: AwardOutbox): Promise<void> => {
  while (outbox.list().length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
}

beforeEach(() => {
  sent = []
  held = new Map()
  online = true
  visitId = null
  next = []
  store = memoryStore()
  stops = []
})
afterEach(() => stops.forEach((stop) => stop()))

it('an award on a good connection gets its reply at once, carries no moment and leaves nothing behind', async () => {
  const outbox = outboxOf()
  await expect(outbox.submit(award(500))).resolves.toMatchObject({ kind: 'awarded' })
  expect(sent[0]?.body).toEqual({ buyerId: 'AN1234', amountSpent: 500 })
  expect(await store.all()).toEqual([])
})

it.each([
  ['awarded', []],
  ['refused', [new ApiError(404, 'buyer_not_found', 'Buyer not found')]],
] as const)('an award made the moment the previous one is %s waits for nothing', async (kind, fates) => {
  const reading = memoryStore()
  // As slow as a browser's store.
  store = { ...reading, all: () => new Promise((resolve) => setTimeout(() => resolve(reading.all()), 5)) }
  next = [...fates]
  const outbox = outboxOf()
  await outbox.drain()
  expect(await outbox.submit(award(500))).toMatchObject({ kind })
  expect(await outbox.submit(award(700))).toMatchObject({ kind: 'awarded' })
  expect(sent[1]?.body).toEqual(award(700))
})

it('an award is stored before it is sent', async () => {
  let written: number | undefined
  const writing = memoryStore()
  // As slow as a browser's store.
  store = { ...writing, put: (one) => new Promise((resolve) => setTimeout(() => resolve(writing.put(one)), 5)) }
  const outbox = createAwardOutbox({
    businessId: CAFE,
    store,
    isOnline: () => true,
    send: async (_id, body, key) => {
      written = (await store.all()).length
      return replyTo(key, body)
    },
  })
  stops.push(outbox.start())
  await outbox.submit(award(500))
  expect(written).toBe(1)
})

it('after lost replies, retries with the same key and input make one award', async () => {
  next = ['lost', 'unsent', 'lost']
  const outbox = outboxOf()
  await expect(outbox.submit(award(500))).resolves.toEqual({ kind: 'waiting', key: expect.any(String) })
  await emptied(outbox)
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map((call) => JSON.stringify(call))).size).toBe(1)
  expect(held.size).toBe(1)
})

it('offline awards are sent in order, each with its own moment', async () => {
  online = false
  const outbox = outboxOf()
  for (const amount of [500, 1_000, 1_500])
    await expect(outbox.submit(award(amount))).resolves.toEqual({ kind: 'waiting', key: expect.any(String) })
  expect(sent).toEqual([])
  online = true
  await outbox.drain()
  expect(sent.map(({ body }) => body.amountSpent)).toEqual([500, 1_000, 1_500])
  const moments = sent.map(({ body }) => body.happenedAt ?? '')
  expect(moments).toEqual([...new Set(moments)].sort())
  expect(outbox.list()).toEqual([])
})

it('an award behind waiting ones is not sent before them', async () => {
  next = ['unsent', 'unsent']
  const outbox = outboxOf()
  await outbox.submit(award(500))
  await outbox.submit(award(1_000))
  await emptied(outbox)
  expect([...held.values()].map(({ amountSpent }) => amountSpent)).toEqual([500, 1_000])
  // It is late, so it carries its moment.
  expect([...held.values()].map(({ happenedAt }) => happenedAt !== undefined)).toEqual([false, true])
})

it.each([
  new ApiError(503, 'busy', ''),
  new ApiError(504, 'outcome_unknown', ''),
  new ApiError(429, 'too_many_attempts', ''),
  new ApiError(408, 'request_timeout', ''),
  new ApiError(401, 'not_signed_in', ''),
  new ApiError(200, 'unreadable', '200: <html>Sign in to the network</html>'),
  new ApiError(404, 'not_found', '404: <html>No such backend</html>', { foreign: true }),
  new ApiError(403, 'forbidden', '403: <html>Sign in to the network</html>', { foreign: true }),
  new ApiError(408, 'invalid_input', '408: <html>Request timeout</html>', { foreign: true }),
])('an award keeps waiting while the server may still accept it: $status $code', async (error) => {
  next = [error]
  const outbox = outboxOf()
  await expect(outbox.submit(award(500))).resolves.toEqual({ kind: 'waiting', key: expect.any(String) })
  await emptied(outbox)
  expect(held.size).toBe(1)
})

it('an award whose headers are too large is refused at once, stays until seen, and can be sent again under its key', async () => {
  next = [new ApiError(431, 'too_large', 'Request is too large')]
  const outbox = outboxOf()
  expect(await outbox.submit(award(500))).toMatchObject({ kind: 'refused', error: { code: 'too_large' } })
  await outbox.retry(outbox.list()[0]?.key ?? '')
  expect([held.size, new Set(sent.map(({ key }) => key)).size, outbox.list()]).toEqual([1, 1, []])
})

it('a refusal is reported once, stays until seen, and does not block the next award', async () => {
  next = [new ApiError(404, 'buyer_not_found', 'Buyer not found')]
  const outbox = outboxOf()
  const outcome = await outbox.submit(award(500))
  expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'buyer_not_found' } })
  await expect(outbox.submit(award(1_000))).resolves.toMatchObject({ kind: 'awarded' })
  expect(outbox.list()).toMatchObject([{ refusal: { code: 'buyer_not_found', message: 'Buyer not found' } }])
  await outbox.retry(outbox.list()[0]?.key ?? '')
  expect(outbox.list()).toEqual([])
  expect(sent[0]?.key).toBe(sent[2]?.key)
})

it('the awards of another business are not sent', async () => {
  online = false
  await outboxOf(CAFE).submit(award(500))
  stops.forEach((stop) => stop())
  online = true
  const other = outboxOf(3)
  await other.drain()
  expect(other.list()).toEqual([])
  expect(sent).toEqual([])
})

it.each(['forbidden', 'visit_read_only', 'visit_forbidden', 'trial_expired', 'account_suspended'] as const)(
  'waiting awards survive a session that may not send them (%s), but a new award is refused',
  async (code) => {
    online = false
    await outboxOf().submit(award(500))
    stops.forEach((stop) => stop())
    online = true
    next = [new ApiError(403, code, '')]
    const outbox = outboxOf()
    await outbox.drain()
    await emptied(outbox)
    expect([held.size, sent.length]).toEqual([1, 2])

    next = [new ApiError(403, code, '')]
    expect(await outbox.submit(award(1_000))).toMatchObject({ kind: 'refused', error: { code } })
  },
)

it('a support visit sends only its own awards, past the waiting ones (H31)', async () => {
  online = false
  await outboxOf().submit(award(500))
  stops.forEach((stop) => stop())
  online = true
  visitId = 'v1'
  const outbox = outboxOf()
  await outbox.drain()
  expect(sent).toEqual([])
  expect(await outbox.submit(award(1_000))).toMatchObject({ kind: 'awarded', reply: { amountSpent: 1_000 } })
  expect(sent[0]?.body.happenedAt).toBeUndefined()
  expect(outbox.list()).toHaveLength(1)
  visitId = null
  await outbox.drain()
  expect(outbox.list()).toEqual([])
})

it("a visit's award without a reply is sent later in the same visit, also after a reload, and by no other visit unasked (H31)", async () => {
  visitId = 'v1'
  next = ['unsent', 'unsent']
  const outbox = outboxOf()
  expect(await outbox.submit(award(500))).toMatchObject({ kind: 'waiting' })
  await emptied(outbox)
  expect(held.size).toBe(1)

  online = false
  await outbox.submit(award(1_000))
  stops.forEach((stop) => stop())
  online = true
  visitId = 'v2'
  const later = outboxOf()
  await later.drain()
  expect([held.size, later.list()]).toMatchObject([1, [{ refusal: { code: 'visit_ended' } }]])
  await later.retry(later.list()[0]?.key ?? '')
  expect([held.size, later.list()]).toEqual([2, []])
})

it('until it is known whether this is a support visit, only new awards are sent (H31)', async () => {
  online = false
  await outboxOf().submit(award(500))
  stops.forEach((stop) => stop())
  online = true
  visitId = undefined
  const outbox = outboxOf()
  await outbox.drain()
  expect(sent).toEqual([])
  expect(await outbox.submit(award(1_000))).toMatchObject({ kind: 'awarded', reply: { amountSpent: 1_000 } })
  visitId = null
  await outbox.drain()
  expect([held.size, outbox.list()]).toEqual([2, []])
})

it('an award made before the visit is known, and left without a reply, is sent in that visit (H31)', async () => {
  visitId = undefined
  next = ['unsent']
  const outbox = outboxOf()
  expect(await outbox.submit(award(500))).toMatchObject({ kind: 'waiting' })
  visitId = 'v1'
  await outbox.drain()
  expect([held.size, outbox.list()]).toEqual([1, []])
})

it('an award that another page of the counter sends is reported here, and stops waiting here', async () => {
  const pages: ((told: Told) => void)[] = []
  const pageOf = (sends: typeof send): AwardOutbox => {
    const mine = pages.length
    const peers = {
      tell: (told: Told) => pages.forEach((hear, page) => page !== mine && hear(told)),
      onTold: (hear: (told: Told) => void) => void pages.push(hear),
    }
    const outbox = createAwardOutbox({
      businessId: CAFE,
      store,
      send: sends,
      isOnline: () => online,
      peers,
      patienceMs: 500,
    })
    stops.push(outbox.start())
    return outbox
  }
  const one = pageOf(send)
  // The first page holds the lock, so this one never sends.
  const other = pageOf(() => new Promise(() => undefined))
  const heard: number[] = []
  other.onAwarded(({ amountSpent }) => heard.push(amountSpent))
  const outcome = other.submit(award(500))
  await expect.poll(() => one.list().length).toBe(1)
  await one.drain()
  expect(await outcome).toMatchObject({ kind: 'awarded', reply: { amountSpent: 500 } })
  await expect.poll(() => other.list()).toEqual([])
  expect(heard).toEqual([500])

  next = [new ApiError(404, 'buyer_not_found', 'Buyer not found')]
  online = false
  await one.submit(award(1_000))
  await expect.poll(() => other.list().length).toBe(1)
  online = true
  await one.drain()
  await expect.poll(() => other.list()).toMatchObject([{ refusal: { code: 'buyer_not_found' } }])
  await one.dismiss(one.list()[0]?.key ?? '')
  await expect.poll(() => other.list()).toEqual([])
})
