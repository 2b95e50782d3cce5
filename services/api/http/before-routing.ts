import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ERRORS, type ErrorBody, type ErrorCode } from '#contracts/calls/errors.ts'
import { UPLOAD_TIMEOUT_MS } from '#contracts/units/uploads.ts'

const bodyOf = (code: ErrorCode, requestId: string): ErrorBody => ({ code, message: ERRORS[code][1], requestId })

/**
 * What the router refuses before it knows a route: an address that cannot be decoded, and a part of one that is longer than any of ours. No hook of ours
 * runs then, and Fastify would answer in a shape of its own, with the address in it.
 */
function refuseAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(400).header('cache-control', 'no-store').send(bodyOf('invalid_input', request.id))
}

/** By Node's own code; whatever else is no request at all. */
const UNREAD: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large'],
  HPE_HEADER_OVERFLOW: [431, 'too_large'],
}
const MALFORMED = [400, 'invalid_input'] as const

/** How long whoever is still sending has to read why nobody listens. */
const LAST_WORDS_MS = 1_000

/**
 * What never became a request: headers that are too large, a line that is none, a call that did not arrive in whole in time. Nothing of Fastify has seen
 * it, so the answer is written here, and the connection ends with it. Neither the answer nor the log has what was sent: it may be a password.
 */
function refuseUnread(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // Of what goes on arriving after the first refusal.
  if (socket.writableEnded) return
  const [status, code] = UNREAD[error.code ?? ''] ?? MALFORMED
  const requestId = randomUUID()
  this.log.debug({ requestId, status, reason: error.code }, 'a request could not be read')
  // Behind the beginning of another answer this one would be taken for its end.
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
    // At once: the rest of it may come this moment, and would be done although its sender has been told that it was not.
    socket.write(answer)
    socket.destroy()
    return
  }
  // Not at once: a connection that is closed while something is still coming in is reset, and its answer lost.
  socket.end(answer)
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref()
}

/** As Node's own answer asks: there is no other way to know. */
const hasBegunToAnswer = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean =>
  socket._httpMessage?.headersSent === true

/** A body that is no upload is at most 64 kB. */
const BODY_TIMEOUT_MS = 30_000

/**
 * Ends a call whose body has not arrived in whole in time, since Node has one limit for all calls and an upload needs a long one. Registered
 * first: whoever is refused before the body is read holds the connection no longer either.
 */
export const bodiesInTime = fp(async (app, { waitMs = BODY_TIMEOUT_MS }: { waitMs?: number }) => {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || routeOptions.schema?.consumes?.includes('multipart/form-data')) return
    const timer = setTimeout(() => {
      if (raw.complete) return
      // Behind an answer that was sent before the body had come, a second one would be taken for that of the next call.
      if (reply.raw.headersSent) raw.socket.destroy()
      else refuseUnread.call(app, Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
    }, waitMs).unref()
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
})

/** Of a call only its headers: they are short on any line. */
const HEADERS_TIMEOUT_MS = 30_000

/**
 * Options of Fastify, for what is refused before any hook or route runs: all of it with a code, and in the one shape of refusals. Node has no limit for
 * a body alone, so that a picture on a slow line sets the one for all of them (shorter for other bodies: bodiesInTime); and it lets the two limits change places where the one for headers is the longer.
 */
export const beforeRouting = {
  frameworkErrors: refuseAddress,
  clientErrorHandler: refuseUnread,
  requestTimeout: UPLOAD_TIMEOUT_MS,
  http: { headersTimeout: HEADERS_TIMEOUT_MS },
}
