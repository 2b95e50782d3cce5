import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fp from 'fastify-plugin'

/** A smaller response fits one packet, so compressing it gains nothing. */
const COMPRESS_FROM_BYTES = 1_400

/**
 * Compresses responses where that pays (app files have precompressed forms), and sets `no-store` on
 * API responses unless their route sets another cache policy.
 */
export const delivery = fp(async (app) => {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    // Each response is compressed for one reader, so the level balances time and size.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
    globalDecompression: false,
  })
})
