import { afterEach, expect, it } from 'vitest'
import type { AwardReply } from '#contracts/calls/business.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { createAwardOutbox } from './award-outbox.ts'
import { memoryStore, type AwardBody, type WaitingAward } from './waiting-store.ts'

const award = (amountSpent: number): Omit<AwardBody, 'happenedAt'> => ({ buyerId: 'AN1234', amountSpent })
const offline = new ApiError(0, 'network', 'Failed to fetch')

let stop: (() => void) | undefined
afterEach(() => stop?.())

/** `fates`: results of the next calls; later calls succeed. */
function counter({
  visitId,
  fates = [] as unknown[],
  businessId = 2,
  store = memoryStore(),
}: { visitId?: string; fates?: unknown[]; businessId?: number; store?: ReturnType<typeof memoryStore> } = {}) {
  const sent: number[] = []
  const device = { online: true, visitId: visitId ?? null }
  const send = async (_businessId: number, body: AwardBody, key: string): Promise<AwardReply> => {
    sent.push(body.amountSpent)
    const fate = fates.shift()
    if (fate !== undefined) throw fate as Error
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
    businessId,
    store,
    send,
    isOnline: () => device.online,
    visitId: () => device.visitId,
    patienceMs: 500,
    firstRetryMs: 5_000,
  })
  stop = outbox.start()
  return { outbox, device, sent, store, fates }
}

it('an award whose sending fails without a response keeps waiting', async () => {
  const { outbox } = counter({ fates: [new TypeError('undefined is no object')] })
  expect(await outbox.submit(award(500))).toMatchObject({ kind: 'waiting' })
  await outbox.drain()
  expect(outbox.list()).toEqual([])
})

it('a waiting award is not refused by a session that may not send it, and not sent by a visit (H31)', async () => {
  const { outbox, device, sent, fates } = counter({ fates: [offline] })
  expect(await outbox.submit(award(500))).toMatchObject({ kind: 'waiting' })
  fates.push(new ApiError(403, 'trial_expired', ''))
  await outbox.drain()
  expect(outbox.list()).toMatchObject([{ refusal: null }])
  device.visitId = 'v1'
  await outbox.drain()
  expect(sent).toEqual([500, 500])
})

it('waiting awards are not sent from a page that has been left', async () => {
  const { outbox, device, sent } = counter()
  device.online = false
  await outbox.submit(award(500))
  stop?.()
  device.online = true
  await outbox.drain()
  expect(sent).toEqual([])
})

it("a later visit ends only its own business's waiting awards, and changes no earlier refusal (H31)", async () => {
  const store = memoryStore()
  const left = (key: string, businessId: number, refusal: WaitingAward['refusal'] = null): WaitingAward => ({
    key,
    businessId,
    body: award(500),
    madeAtMs: 1,
    refusal,
    visitId: 'v1',
  })
  const refusal = { code: 'buyer_not_found', message: 'Buyer not found' } as const
  for (const one of [left('waits', 2), left('refused', 2, refusal), left('elsewhere', 3)]) await store.put(one)
  const { outbox } = counter({ visitId: 'v2', store })
  await outbox.drain()
  const codes = Object.fromEntries((await store.all()).map(({ key, refusal: said }) => [key, said?.code ?? null]))
  expect(codes).toEqual({ waits: 'visit_ended', refused: 'buyer_not_found', elsewhere: null })
})
