import { expect, it } from 'vitest'
import { seal, unseal } from './sealed-secret.ts'

const SECRET = 'a secret of at least thirty-two signs'

it('a sealed secret opens for its owner under the same secret, and shows nothing', () => {
  const sealed = seal(SECRET, 7, 'JBSWY3DPEHPK3PXP')
  expect(unseal(SECRET, 7, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seal(SECRET, 7, 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
})

it('a sealed secret opens neither for another person, nor changed, nor under another secret', () => {
  const sealed = seal(SECRET, 7, 'JBSWY3DPEHPK3PXP')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1]! ^= 1
  expect(unseal(SECRET, 8, sealed)).toBeUndefined()
  expect(unseal(SECRET, 7, bytes.toString('base64url'))).toBeUndefined()
  expect(unseal(`${SECRET}.`, 7, sealed)).toBeUndefined()
  expect(unseal(SECRET, 7, '')).toBeUndefined()
})
