/** Signatures of session cookies. */
import { Signer } from '@fastify/cookie'
import { LRUCache } from 'lru-cache'

const KEPT = 20_000

/**
 * As @fastify/cookie's own, remembering what it has signed and found to be signed: the session plugin asks for both with every call.
 * What does not verify is not remembered, so nobody fills the memory with forgeries.
 */
export function createCookieSigner(secret: string): Pick<Signer, 'sign' | 'unsign'> {
  const signer = new Signer(secret)
  const signed = new LRUCache<string, string>({ max: KEPT })
  const valid = new LRUCache<string, ReturnType<Signer['unsign']>>({ max: KEPT })
  return {
    sign(value) {
      const kept = signed.get(value) ?? signer.sign(value)
      signed.set(value, kept)
      return kept
    },
    unsign(input) {
      const kept = valid.get(input)
      if (kept) return kept
      const outcome = signer.unsign(input)
      if (outcome.valid) valid.set(input, outcome)
      return outcome
    },
  }
}
