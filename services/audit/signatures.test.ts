import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSignedBy } from '#contracts/verify/signatures.ts'
import { openSigningKey } from './signing-key.ts'

/** `hex` with one bit of its byte at `place` changed. */
function touched(hex: string, place: number): string {
  const bytes = Buffer.from(hex, 'hex')
  bytes[place]! ^= 4
  return bytes.toString('hex')
}

it("accepts the ledger's signatures, and nothing else", () => {
  for (let round = 0; round < 12; round += 1) {
    const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
    const text = `hatik-file/1\n${randomBytes(round * 9).toString('hex')}`
    const signature = key.sign(text)
    expect(isSignedBy(key.publicKey, text, signature)).toBe(true)
    expect(isSignedBy(key.publicKey, `${text} `, signature)).toBe(false)
    expect(isSignedBy(key.publicKey, text, touched(signature, round * 5))).toBe(false)
    expect(isSignedBy(touched(key.publicKey, round), text, signature)).toBe(false)
  }
})

it('accepts the first example of RFC 8032', () => {
  const [key, signature] = [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ]
  expect(isSignedBy(key, '', signature)).toBe(true)
  expect(isSignedBy(key, 'r', signature)).toBe(false)
})

it('refuses a malformed key or signature, and a key under which every text would be signed', () => {
  const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
  const signature = key.sign('a text')
  for (const wrong of ['', '00', 'zz'.repeat(32), key.publicKey.toUpperCase()])
    expect(isSignedBy(wrong, 'a text', signature)).toBe(false)
  for (const wrong of ['', signature.slice(2), signature.toUpperCase(), 'f'.repeat(128)])
    expect(isSignedBy(key.publicKey, 'a text', wrong)).toBe(false)
  // The neutral point as key and as R, with s = 0 (a key of small order).
  const neutral = `01${'00'.repeat(31)}`
  expect(isSignedBy(neutral, 'a text', neutral + '00'.repeat(32))).toBe(false)
})
