import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AwardReply } from '#contracts/calls/business.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { createAwardOutbox, type AwardOutbox } from './award-outbox.ts'
import { memoryStore, type AwardBody } from './waiting-store.ts'

const LOCKED = new ApiError(403, 'till_locked', 'This till is locked')
const NOW_MS = Date.parse('2026-11-20T10:00:00.000Z')
const AWARD = { buyerId: 'AN1234', amountSpent: 500 }

interface Sent {
  key: string
  body: AwardBody
  unlock: string | undefined
}

let sent: Sent[]
let online: boolean
let unlock: string | undefined
let isLocked: (sent: Sent) => boolean
let outbox: AwardOutbox
let stop: () => void

async function send(_businessId: number, body: AwardBody, key: string, by?: string): Promise<AwardReply> {
  const call = { key, body, unlock: by }
  sent.push(call)
  if (isLocked(call)) throw LOCKED
  return { awardId: key, points: 1, buyerId: body.buyerId, amountSpent: body.amountSpent, balance: '1.0', message: '' }
}

beforeEach(() => {
  sent = []
  online = true
  unlock = 'ani.proof'
  isLocked = () => false
  outbox = createAwardOutbox({
    businessId: 2,
    store: memoryStore(),
    send,
    isOnline: () => online,
    unlock: () => unlock,
    nowMs: () => NOW_MS,
  })
  stop = outbox.start()
})
afterEach(() => stop())

async function awardOffline(): Promise<void> {
  online = false
  await expect(outbox.submit(AWARD)).resolves.toMatchObject({ kind: 'waiting' })
  online = true
}

it('an award made without a network keeps the proof of its person, although another has unlocked the till since', async () => {
  await awardOffline()
  unlock = 'davit.proof'
  await outbox.drain()
  expect(sent).toMatchObject([{ unlock: 'ani.proof', body: { happenedAt: '2026-11-20T10:00:00.000Z' } }])
})

it('an award that finds the till locked is sent again with its moment and the same key, so it counts once and for its person', async () => {
  isLocked = ({ body }) => body.happenedAt === undefined
  await expect(outbox.submit(AWARD)).resolves.toMatchObject({ kind: 'awarded' })
  expect(sent.map(({ body }) => body.happenedAt)).toEqual([undefined, '2026-11-20T10:00:00.000Z'])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})

it('an award of a person who has left the shop is refused, and counts for the person who sends it again', async () => {
  await awardOffline()
  isLocked = ({ unlock: by }) => by === 'ani.proof'
  await outbox.drain()
  const [refused] = outbox.list()
  expect(refused).toMatchObject({ refusal: { code: 'till_locked' } })
  unlock = 'davit.proof'
  await outbox.retry(refused!.key)
  expect(sent.at(-1)).toMatchObject({ key: refused!.key, unlock: 'davit.proof' })
  expect(outbox.list()).toEqual([])
})

it('an award of nobody waits until somebody has unlocked the till', async () => {
  unlock = undefined
  await awardOffline()
  isLocked = () => true
  await outbox.drain()
  expect(outbox.list()).toMatchObject([{ refusal: null }])
  isLocked = () => false
  await outbox.drain()
  expect(outbox.list()).toEqual([])
})
