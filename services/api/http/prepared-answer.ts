import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Prepared = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

/** Public responses vary by origin and little else. */
const KEYS = 16

/**
 * Prepares a large public response once per key for `ttlMs` (default: for good); per call, forty concurrent calls
 * delayed a till for seconds. The caller sets type and cache headers.
 */
export function createPreparedAnswer(
  make: (key: string) => Promise<string> | string,
  ttlMs?: number,
): (key: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const answers = new LRUCache<string, Prepared>({
    max: KEYS,
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    ignoreFetchAbort: true,
    fetchMethod: async (key) => prepare(await make(key)),
  })
  return async (key, request, reply) => {
    const prepared = (await answers.fetch(key))!
    reply.header('etag', prepared.etag).header('vary', 'accept-encoding')
    if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === prepared.etag))
      return reply.status(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = (['br', 'gzip'] as const).find((each) =>
      new RegExp(`\\b${each}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted),
    )
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(encoding ? prepared[encoding] : prepared.plain)
  }
}

async function prepare(text: string): Promise<Prepared> {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [br, zipped] = await Promise.all([compressBrotli(plain, { params }), compressGzip(plain)])
  return { etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`, plain, br, gzip: zipped }
}
