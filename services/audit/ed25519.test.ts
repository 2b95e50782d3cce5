import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isEd25519Signature } from '#contracts/verify/ed25519.ts'
import { fromHex, utf8 } from '#contracts/verify/sha256.ts'
import { sha512 } from '#contracts/verify/sha512.ts'
import { isSignedBy } from '#contracts/verify/signatures.ts'
import { openSigningKey } from './signing-key.ts'

afterEach(() => vi.unstubAllGlobals())

describe("signatures without the platform's Ed25519", () => {
  it('hashes like the platform, for messages of every length around a block', () => {
    for (let length = 0; length < 300; length += 7) {
      const message = randomBytes(length)
      expect(Buffer.from(sha512(message)).toString('hex')).toBe(createHash('sha512').update(message).digest('hex'))
    }
  })

  it("accepts the ledger's signatures, and nothing else", () => {
    for (let round = 0; round < 12; round += 1) {
      const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
      const text = `hatik-file/1\n${randomBytes(round * 9).toString('hex')}`
      const [publicKey, signature] = [fromHex(key.publicKey), fromHex(key.sign(text))]
      expect(isEd25519Signature(publicKey, utf8(text), signature)).toBe(true)
      expect(isEd25519Signature(publicKey, utf8(`${text} `), signature)).toBe(false)
      expect(isEd25519Signature(publicKey, utf8(text), signature.with(round * 5, signature[round * 5]! ^ 1))).toBe(
        false,
      )
      expect(isEd25519Signature(publicKey.with(round, publicKey[round]! ^ 4), utf8(text), signature)).toBe(false)
    }
  })

  it('accepts the first examples of RFC 8032', () => {
    const [key, signature] = [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ]
    expect(isEd25519Signature(fromHex(key), utf8(''), fromHex(signature))).toBe(true)
    expect(isEd25519Signature(fromHex(key), utf8('r'), fromHex(signature))).toBe(false)
  })

  it('neither raises a false alarm nor accepts a forgery in a browser without Ed25519', async () => {
    const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
    const signature = key.sign('a text')
    for (const crypto of [
      {},
      { subtle: { importKey: () => Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError')) } },
    ]) {
      vi.stubGlobal('crypto', crypto)
      expect(await isSignedBy(key.publicKey, 'a text', signature)).toBe(true)
      expect(await isSignedBy(key.publicKey, 'another text', signature)).toBe(false)
      expect(await isSignedBy('00', 'a text', signature)).toBe(false)
    }
  })
})
