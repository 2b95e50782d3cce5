import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fp from 'fastify-plugin'

/** Less gains nothing on the wire: it fits one packet. */
const COMPRESS_FROM_BYTES = 1_400

/**
 * How answers travel: compressed where that is worth it (files of the app bring their own compressed forms), and what the API says about
 * people kept by no cache unless its route says otherwise.
 */
export const delivery = fp(async (app) => {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    // Answers are made once and read once: the level at which time and size are both small.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
    globalDecompression: false,
  })
})
