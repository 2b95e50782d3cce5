import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { errorSchema } from '#contracts/calls/errors.ts'
import { UPLOAD_TIMEOUT_MS } from '#contracts/units/uploads.ts'
import { sendRaw } from '../../../infra/testing/servers/send-raw.ts'
import { beforeRouting, bodiesInTime } from './before-routing.ts'

let done: unknown[]
let logged: string
let app: FastifyInstance
let address: string

/** Timeouts long enough for a busy machine to read the call's beginning. */
beforeEach(async () => {
  done = []
  logged = ''
  const logger = { level: 'trace', stream: { write: (line: string) => void (logged += line) } }
  app = Fastify({
    ...beforeRouting,
    requestTimeout: 400,
    http: { headersTimeout: 200, connectionsCheckingInterval: 20 },
    logger,
  })
  app.post('/award', async ({ body }) => done.push(body))
  app.post(
    '/answered',
    { onRequest: async (_request, reply) => void reply.raw.writeHead(200).write('the beginning') },
    async () => 'the end',
  )
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: hatik\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n${body}`

it('a truncated call is not carried out, gets a code and leaves no input in the log', async () => {
  const { head, body } = await sendRaw(address, post('/award', '{"secret":'))
  expect(head).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
  expect(head).toContain('\r\nconnection: close')
  const { requestId, ...refusal } = errorSchema.parse(JSON.parse(body))
  expect(refusal).toEqual({ code: 'request_timeout', message: 'The request took too long to arrive' })
  expect(done).toEqual([])
  expect(logged).toContain(requestId)
  expect(logged).not.toContain('secret')
})

it('a truncated call that is already being answered gets no second response', async () => {
  const { head, body } = await sendRaw(address, post('/answered', '{"secret":'))
  expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(body).toContain('the beginning')
  expect(body).not.toContain('HTTP/1.1')
})

it('uploads may take as long as the browser waits, headers may not (R162, R163)', () => {
  const { requestTimeout, headersTimeout } = Fastify(beforeRouting).server
  expect(requestTimeout).toBeGreaterThanOrEqual(UPLOAD_TIMEOUT_MS)
  expect(headersTimeout).toBeLessThan(requestTimeout / 2)
})

it('other bodies have a shorter limit than uploads', async () => {
  const slow = Fastify(beforeRouting)
  await slow.register(bodiesInTime, { waitMs: 100 })
  slow.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume().on('end', () => done(null, 'whole'))
  })
  slow.post('/award', async ({ body }) => done.push(body))
  slow.post('/refused', { onRequest: async (_request, reply) => reply.status(401).send('no') }, async () => 'never')
  slow.post('/upload', { schema: { consumes: ['multipart/form-data'] } }, async ({ body }) => body)
  const at = await slow.listen({ host: '127.0.0.1', port: 0 })
  const awarded = await sendRaw(at, post('/award', '{"secret":'))
  expect(awarded.head).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
  expect(errorSchema.parse(JSON.parse(awarded.body)).code).toBe('request_timeout')
  const refused = await sendRaw(at, post('/refused', '{"secret":'))
  expect([refused.head.split('\r\n')[0], refused.body]).toEqual(['HTTP/1.1 401 Unauthorized', 'no'])
  expect(done).toEqual([])

  // The rest is sent after a later call has timed out.
  const { hostname, port } = new URL(at)
  const upload = connect(Number(port), hostname)
  const begin = 'POST /upload HTTP/1.1\r\nhost: hatik\r\nconnection: close\r\ncontent-type: multipart/form-data\r\n'
  upload.write(`${begin}content-length: 10\r\n\r\n12345`)
  await sendRaw(at, post('/award', '{"secret":'))
  upload.end('67890')
  expect(await text(upload)).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*whole$/)
  await slow.close()
})
