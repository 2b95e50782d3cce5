import { Signer } from '@fastify/cookie'
import { LRUCache } from 'lru-cache'

const KEPT = 20_000

/**
 * @fastify/cookie's signer with a cache, because the session plugin signs on every call. Invalid signatures are not
 * cached, so forgeries cannot fill it.
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
