import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ERRORS, type ErrorBody, type ErrorCode } from '#contracts/calls/errors.ts'
import { UPLOAD_TIMEOUT_MS } from '#contracts/units/uploads.ts'

const bodyOf = (code: ErrorCode, requestId: string): ErrorBody => ({ code, message: ERRORS[code][1], requestId })

/**
 * For undecodable addresses and parameters over `maxParamLength`: no hook runs, and Fastify's own answer would repeat
 * the address.
 */
function refuseAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(400).header('cache-control', 'no-store').send(bodyOf('invalid_input', request.id))
}

/** By Node's error code; others mean malformed bytes. */
const UNREAD: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large'],
  HPE_HEADER_OVERFLOW: [431, 'too_large'],
}
const MALFORMED = [400, 'invalid_input'] as const

/** For a client that is still sending to read the refusal. */
const LAST_WORDS_MS = 1_000

/**
 * Answers bytes that never became a request. Writes the raw response and closes the connection; neither response nor
 * log repeats the input, which may hold a password.
 */
function refuseUnread(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // More bytes can arrive after the first refusal.
  if (socket.writableEnded) return
  const [status, code] = UNREAD[error.code ?? ''] ?? MALFORMED
  const requestId = randomUUID()
  this.log.debug({ requestId, status, reason: error.code }, 'a request could not be read')
  // After a started response, these bytes would be taken for its end.
  if (!socket.writable || hasBegunToAnswer(socket)) return void socket.destroy()
  const body = JSON.stringify(bodyOf(code, requestId))
  const answer = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n')
  if (status === 408) {
    // At once: the rest could still arrive and be carried out after this refusal.
    socket.write(answer)
    socket.destroy()
    return
  }
  // Later: closing while data still arrives resets the connection and loses the response.
  socket.end(answer)
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref()
}

/** As Node's default handler does; there is no public way to know. */
const hasBegunToAnswer = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean =>
  socket._httpMessage?.headersSent === true

/** Without uploads, bodies hold at most 64 kB. */
const BODY_TIMEOUT_MS = 30_000

/**
 * Ends calls whose body is late; Node has one limit for all calls, and uploads need a long one. Registered first, so
 * that refused calls hold no connection.
 */
export const bodiesInTime = fp(async (app, { waitMs = BODY_TIMEOUT_MS }: { waitMs?: number }) => {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || routeOptions.schema?.consumes?.includes('multipart/form-data')) return
    const timer = setTimeout(() => {
      if (raw.complete) return
      // After an early response, a second one would be taken for the next call's.
      if (reply.raw.headersSent) raw.socket.destroy()
      else refuseUnread.call(app, Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
    }, waitMs).unref()
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
})

const HEADERS_TIMEOUT_MS = 30_000

/**
 * Node has no limit for bodies alone: `requestTimeout` fits uploads, and bodiesInTime shortens it for others.
 * `headersTimeout` must be shorter, or Node swaps the two.
 */
export const beforeRouting = {
  frameworkErrors: refuseAddress,
  clientErrorHandler: refuseUnread,
  requestTimeout: UPLOAD_TIMEOUT_MS,
  http: { headersTimeout: HEADERS_TIMEOUT_MS },
}
