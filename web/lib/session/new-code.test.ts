import { afterEach, expect, it, vi } from 'vitest'
import { newCode, rememberNewCode } from './new-code.ts'
import { setUser } from './session.ts'

afterEach(() => vi.useRealTimers())
afterEach(() => localStorage.clear())

it('the code of a sign-up made here is shown for seven days, unreadable ones never', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
  expect(newCode()).toBeUndefined()
  rememberNewCode('KH0001')
  vi.setSystemTime(new Date('2026-11-27T08:59:59Z'))
  expect(newCode()).toBe('KH0001')
  vi.setSystemTime(new Date('2026-11-27T09:00:01Z'))
  expect(newCode()).toBeUndefined()
  for (const broken of ['', 'KH0001', 'KH0001 soon', '<b>KH0001</b> 99999999999999']) {
    localStorage.setItem('hatik.new-code', broken)
    expect(newCode(), broken).toBeUndefined()
  }
})

it('a sign-in forgets it, whoever signs in', () => {
  rememberNewCode('KH0001')
  setUser({
    id: 1,
    buyerId: 'AB0002',
    firstName: 'Ani',
    lastName: 'Buyer',
    email: 'ani@hatik.test',
    phone: null,
    role: 'buyer',
    language: 'en',
  })
  expect(newCode()).toBeUndefined()
  setUser(null)
})
