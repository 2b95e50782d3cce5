import argon2 from 'argon2'
import { expect, it } from 'vitest'
import { hashPassword, NO_PASSWORD, PasswordQueueFull, upgradedHash, verifyPassword } from './passwords.ts'

it('a password opens its own hash, and nothing else does', async () => {
  const hash = await hashPassword('Correct-horse-1')
  expect([await verifyPassword(hash, 'Correct-horse-1'), await verifyPassword(hash, 'correct-horse-1')]).toEqual([
    true,
    false,
  ])
  expect(await upgradedHash(hash, 'Correct-horse-1')).toBeUndefined()
})

it('an account without a password, or an unknown account, matches no password: answered as a wrong one (R128)', async () => {
  for (const guess of ['', NO_PASSWORD, 'Correct-horse-1', 'decoy, opened by nothing']) {
    expect([await verifyPassword(NO_PASSWORD, guess), await verifyPassword(undefined, guess)]).toEqual([false, false])
  }
})

it.each([
  ['an accent of one sign or two', 'Passwé-1é'.normalize('NFC'), 'Passwé-1é'.normalize('NFD')],
  ['և and եւ', 'Սևան-հատիկ-1', 'Սեւան-հատիկ-1'],
])('%s: each Unicode form opens a hash made of the other', async (_, one, other) => {
  expect(one).not.toBe(other)
  expect(await verifyPassword(await hashPassword(one), other)).toBe(true)
  expect(await verifyPassword(await hashPassword(other), one)).toBe(true)
  expect(await verifyPassword(await hashPassword(one), `${other}!`)).toBe(false)
})

it('an old hash, made without Unicode normalisation, still matches', async () => {
  const typed = 'Սևան-Ｈatik-1'
  const before = await argon2.hash(typed, { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect([await verifyPassword(before, typed), await verifyPassword(before, 'Սևան-Hatik-1')]).toEqual([true, false])
})

it('a flood of unknown callers is refused beyond its lane, and keeps out no known caller', async () => {
  const hash = await hashPassword('Correct-horse-1')
  const flood = await Promise.allSettled([
    ...Array.from({ length: 200 }, () => verifyPassword(hash, 'Wrong-horse-1')),
    verifyPassword(hash, 'Correct-horse-1', 7),
  ])
  const refused = flood.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused).toHaveLength(176)
  expect(refused.every(({ reason }) => reason instanceof PasswordQueueFull)).toBe(true)
  expect(flood.at(-1)).toEqual({ status: 'fulfilled', value: true })
})
