import { expect, it } from 'vitest'
import { hashPassword, NO_PASSWORD, upgradedHash, verifyPassword } from './passwords.ts'

it('a password opens its own hash, and nothing else does', async () => {
  const hash = await hashPassword('Correct-horse-1')
  expect([await verifyPassword(hash, 'Correct-horse-1'), await verifyPassword(hash, 'correct-horse-1')]).toEqual([
    true,
    false,
  ])
  expect(await upgradedHash(hash, 'Correct-horse-1')).toBeUndefined()
})

it('an account without a password is opened by none, and nobody’s neither: the answer is no, as to a wrong one (R128)', async () => {
  for (const guess of ['', NO_PASSWORD, 'Correct-horse-1', 'decoy, opened by nothing']) {
    expect([await verifyPassword(NO_PASSWORD, guess), await verifyPassword(undefined, guess)]).toEqual([false, false])
  }
})
