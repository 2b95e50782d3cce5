import { afterEach, expect, it } from 'vitest'
import type { AwardReply } from '#contracts/calls/business.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { createAwardOutbox } from './award-outbox.ts'
import { memoryStore, type AwardBody } from './waiting-store.ts'

const award = (amountSpent: number): Omit<AwardBody, 'happenedAt'> => ({ buyerId: 'AN1234', amountSpent })

let stop: (() => void) | undefined
afterEach(() => stop?.())

/**
 * A counter with a wrong clock, and a server that refuses moments older than a week or in the future
 * (`CLOCK_AHEAD_MAX_MS`).
 */
function counterWithClock(aheadMs: number) {
  const serverMs = Date.UTC(2026, 10, 26, 7)
  const device = { nowMs: serverMs + aheadMs, online: true, knownAheadMs: 0 }
  const taken: AwardBody[] = []
  const keys: string[] = []
  const line = { losesAnswers: 0, refusesAll: false }
  const sendTo = async (_businessId: number, body: AwardBody, key: string): Promise<AwardReply> => {
    keys.push(key)
    const agoMs = body.happenedAt === undefined ? 0 : serverMs - Date.parse(body.happenedAt)
    if (line.refusesAll || agoMs < -120_000 || agoMs > 7 * 86_400_000)
      throw new ApiError(400, 'happened_at_refused', 'No', { answeredAtMs: serverMs })
    if (!keys.slice(0, -1).includes(key)) taken.push(body)
    if (line.losesAnswers > 0) {
      line.losesAnswers -= 1
      throw new ApiError(0, 'network', 'Failed to fetch')
    }
    return {
      awardId: key,
      points: 1,
      buyerId: body.buyerId,
      amountSpent: body.amountSpent,
      balance: '1.0',
      message: '',
    }
  }
  const outbox = createAwardOutbox({
    businessId: 2,
    store: memoryStore(),
    send: sendTo,
    isOnline: () => device.online,
    nowMs: () => device.nowMs,
    aheadMs: () => device.knownAheadMs,
    patienceMs: 500,
    firstRetryMs: 5,
  })
  stop = outbox.start()
  return { outbox, device, line, taken, keys, serverMs }
}

it.each([
  ['three hours ahead', 3 * 3_600_000],
  ['years behind', -5 * 365 * 86_400_000],
])('with a clock that is %s, an offline award lands once, with its true moment', async (_, aheadMs) => {
  const { outbox, device, taken, keys, serverMs } = counterWithClock(aheadMs)
  device.online = false
  device.nowMs -= 600_000
  await outbox.submit(award(500))
  device.nowMs += 600_000
  device.online = true
  await outbox.drain()
  expect(taken).toEqual([{ ...award(500), happenedAt: new Date(serverMs - 600_000).toISOString() }])
  expect([new Set(keys).size, keys.length, outbox.list()]).toEqual([2, 2, []])
})

it('a clock known to be a day behind dates an offline award correctly at once', async () => {
  const { outbox, device, taken, keys, serverMs } = counterWithClock(-86_400_000)
  device.knownAheadMs = -86_400_000
  device.online = false
  await outbox.submit(award(500))
  device.online = true
  await outbox.drain()
  expect(taken).toEqual([{ ...award(500), happenedAt: new Date(serverMs).toISOString() }])
  expect(keys).toHaveLength(1)
})

it('a clock error discovered only after an offline award still gives it its true moment', async () => {
  const { outbox, device, taken, serverMs } = counterWithClock(3 * 3_600_000)
  device.online = false
  await outbox.submit(award(500))
  device.knownAheadMs = 3 * 3_600_000
  device.online = true
  await outbox.drain()
  expect(taken).toEqual([{ ...award(500), happenedAt: new Date(serverMs).toISOString() }])
})

it('an award too old by the right clock is refused; sending it again dates it now', async () => {
  const { outbox, device, taken, keys } = counterWithClock(0)
  device.online = false
  device.nowMs -= 8 * 86_400_000
  await outbox.submit(award(500))
  device.nowMs += 8 * 86_400_000
  device.online = true
  await outbox.drain()
  expect([keys.length, outbox.list()]).toMatchObject([1, [{ refusal: { code: 'happened_at_refused' } }]])
  await outbox.retry(outbox.list()[0]?.key ?? '')
  expect([taken, outbox.list(), new Set(keys).size]).toEqual([[award(500)], [], 2])
})

it('once a fast clock is set right, offline awards get the right moment', async () => {
  const { outbox, device, taken, serverMs } = counterWithClock(3 * 3_600_000)
  await outbox.submit(award(500))
  device.nowMs = serverMs
  device.online = false
  await outbox.submit(award(1_000))
  device.online = true
  await outbox.drain()
  expect(Date.parse(taken[1]?.happenedAt ?? '') - serverMs).toBeLessThanOrEqual(1_000)
})

it('a corrected moment is stored before it is sent, so that the award lands once even if the reply is lost', async () => {
  const { outbox, device, line, taken, keys } = counterWithClock(3 * 3_600_000)
  device.online = false
  await outbox.submit(award(500))
  device.online = true
  line.losesAnswers = 2
  await outbox.drain()
  await expect.poll(() => outbox.list()).toEqual([])
  expect([taken.length, new Set(keys).size, keys.length]).toEqual([1, 2, 4])
})

it('a moment is corrected once; a second refusal is final', async () => {
  const { outbox, device, line, keys } = counterWithClock(3 * 3_600_000)
  line.refusesAll = true
  expect(await outbox.submit(award(500))).toMatchObject({ kind: 'refused', error: { code: 'happened_at_refused' } })
  device.online = false
  await outbox.submit(award(1_000))
  device.online = true
  await outbox.drain()
  expect([keys.length, outbox.list().map(({ refusal }) => refusal?.code)]).toEqual([
    3,
    ['happened_at_refused', 'happened_at_refused'],
  ])
})

it('an award made before the clock was set back is not dated later than its sending', async () => {
  const { outbox, device, taken, serverMs } = counterWithClock(3 * 3_600_000)
  device.online = false
  await outbox.submit(award(500))
  device.nowMs = serverMs + 3_600_000
  device.online = true
  await outbox.drain()
  expect(taken).toEqual([{ ...award(500), happenedAt: new Date(serverMs).toISOString() }])
})

it('awards made in one millisecond keep their order', async () => {
  const { outbox, device, taken } = counterWithClock(0)
  device.online = false
  for (const amount of [500, 1_000, 1_500]) await outbox.submit(award(amount))
  expect(outbox.list().map(({ madeAtMs }) => madeAtMs - device.nowMs)).toEqual([0, 1, 2])
  device.online = true
  await outbox.drain()
  expect(taken.map(({ amountSpent }) => amountSpent)).toEqual([500, 1_000, 1_500])
})
