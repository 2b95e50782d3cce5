import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { WALLET_NAME } from '#web/lib/device/storage.ts'
import { setUser } from '#web/lib/session/session.ts'
import { keepReply, keptReply } from './kept-replies.ts'

const ANI: SessionUser = {
  id: 69,
  buyerId: 'AN1234',
  firstName: 'Ani',
  lastName: 'Sargsyan',
  email: 'ani@hatik.test',
  phone: null,
  role: 'buyer',
  language: 'en',
}
const DAVIT: SessionUser = { ...ANI, id: 70, buyerId: 'DA1234' }
const POINTS = '/api/buyer/69/points'

beforeEach(() => setUser(ANI))
afterEach(() => setUser(null))

it('a reply is found with its time, also after a reload', () => {
  keepReply(ANI.id, POINTS, [1], 1_000)
  keepReply(ANI.id, POINTS, [2], 2_000)
  expect(keptReply(ANI.id, POINTS)).toEqual({ value: [2], atMs: 2_000 })
  expect(keptReply(ANI.id, '/api/buyer/69/redemptions')).toBeUndefined()
})

it('signing out erases what was kept, and the next person sees and inherits nothing', () => {
  keepReply(ANI.id, POINTS, [1], 1_000)
  setUser(null)
  expect(localStorage.getItem(WALLET_NAME)).toBeNull()
  setUser(ANI)
  keepReply(ANI.id, POINTS, [1], 1_000)
  setUser(DAVIT)
  expect(localStorage.getItem(WALLET_NAME)).toBeNull()
  expect(keptReply(DAVIT.id, POINTS)).toBeUndefined()
})

it('a late reply keeps nothing after a sign-out, also one made in another page of the browser', () => {
  setUser(null)
  keepReply(ANI.id, POINTS, [1], 1_000)
  setUser(ANI)
  localStorage.removeItem('hatik.user')
  keepReply(ANI.id, POINTS, [1], 1_000)
  expect(localStorage.getItem(WALLET_NAME)).toBeNull()
})

it("another person's wallet, left by a crash, is not shown, and an unreadable one is none", () => {
  localStorage.setItem(
    WALLET_NAME,
    JSON.stringify({ userId: DAVIT.id, replies: { [POINTS]: { atMs: 1, value: [9] } } }),
  )
  expect(keptReply(ANI.id, POINTS)).toBeUndefined()
  keepReply(ANI.id, POINTS, [1], 1_000)
  expect(keptReply(DAVIT.id, POINTS)).toBeUndefined()
  for (const text of ['{', 'null', '[]', '{"userId":69}']) {
    localStorage.setItem(WALLET_NAME, text)
    expect(keptReply(ANI.id, POINTS)).toBeUndefined()
  }
})

it('keeps the newest twenty', () => {
  for (let number = 1; number <= 25; number += 1) keepReply(ANI.id, `/api/buyer/69/statement/${number}`, number, number)
  expect(keptReply(ANI.id, '/api/buyer/69/statement/5')).toBeUndefined()
  expect(keptReply(ANI.id, '/api/buyer/69/statement/6')?.value).toBe(6)
})
