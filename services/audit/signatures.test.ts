import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import * as inBrowsers from '#contracts/verify/crypto-browser.ts'
import * as inNode from '#contracts/verify/crypto-node.ts'
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

it('refuses a malformed key or signature', () => {
  const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
  const signature = key.sign('a text')
  for (const wrong of ['', '00', 'zz'.repeat(32), key.publicKey.toUpperCase()])
    expect(isSignedBy(wrong, 'a text', signature)).toBe(false)
  for (const wrong of ['', signature.slice(2), signature.toUpperCase(), 'f'.repeat(128)])
    expect(isSignedBy(key.publicKey, 'a text', wrong)).toBe(false)
})

it('checks in browsers as in Node', () => {
  for (let round = 0; round < 12; round += 1) {
    const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
    const message = randomBytes(round * 9)
    const text = message.toString('hex')
    const [publicKey, signature] = [Buffer.from(key.publicKey, 'hex'), Buffer.from(key.sign(text), 'hex')]
    for (const { sha256, isEd25519Signature } of [inBrowsers, inNode]) {
      expect(isEd25519Signature(publicKey, Buffer.from(text), signature)).toBe(true)
      expect(isEd25519Signature(publicKey, Buffer.from(`${text} `), signature)).toBe(false)
      expect(Buffer.from(sha256(message, publicKey))).toEqual(Buffer.from(inNode.sha256(message, publicKey)))
    }
  }
})
