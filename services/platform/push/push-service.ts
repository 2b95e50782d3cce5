/**
 * Hands messages to push services. `web-push` encrypts and signs; the request is our own, because the library's goes to
 * any address, reads a reply of any length and has no deadline.
 */
import { hash } from 'node:crypto'
import { request as requestOverTls } from 'node:https'
import { isIP } from 'node:net'
import webPush, { type RequestDetails } from 'web-push'
import { pushEndpoint } from '#contracts/calls/account/push.ts'
import { isPublicAddress, publicLookup } from './public-address.ts'
import type { VapidKey } from './vapid-key.ts'

/** As in the browser's PushSubscription. */
type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** `ttlSeconds`: how long the service may keep it. `topic`: replaces what the service still keeps under this name. */
type PushOptions = { ttlSeconds: number; topic: string }

/** Not taken. `permanent`: a retry would be refused too. `status`: of the reply, if there was one. Safe to log. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused'
  readonly status: number | undefined
  readonly code: string | undefined
  readonly permanent: boolean

  constructor({ status, code, permanent }: { status?: number; code?: string; permanent: boolean }) {
    super('The push service did not take a message')
    this.status = status
    this.code = code
    this.permanent = permanent
  }
}

export interface PushService {
  /** 'gone': the browser has unsubscribed. Throws PushRefused. */
  send(target: PushTarget, payload: string, options: PushOptions): Promise<'taken' | 'gone'>
}

/** From the connection to the reply's first line. */
const WITHIN_MS = 10_000
/** A push service need not take more (RFC 8030). */
const PAYLOAD_MAX_BYTES = 3_000

/** At most 32 characters of base64url, as RFC 8030 wants of a topic. */
export const topicOf = (cause: string): string => hash('sha256', cause, 'base64url').slice(0, 32)

export type Requesting = {
  request: typeof requestOverTls
  mayReach: (endpoint: string) => boolean
  lookup: typeof publicLookup | undefined
}

const TO_THE_INTERNET: Requesting = {
  request: requestOverTls,
  mayReach: (endpoint) => pushEndpoint(endpoint) === endpoint,
  lookup: publicLookup,
}

/** `subject`: an email address of the operator, for the push services. `requesting` is other in tests only. */
export function createPushService(
  { key, subject }: { key: VapidKey; subject: string },
  requesting: Requesting = TO_THE_INTERNET,
): PushService {
  const vapidDetails = { ...key, subject: `mailto:${subject}` }

  return {
    async send({ endpoint, p256dh, auth }, payload, { ttlSeconds, topic }) {
      if (!requesting.mayReach(endpoint)) throw new PushRefused({ code: 'EADDRNOTPUBLIC', permanent: true })
      if (Buffer.byteLength(payload) > PAYLOAD_MAX_BYTES) throw new PushRefused({ code: 'ETOOLONG', permanent: true })
      const details = encrypted()
      const status = await statusOf(endpoint, details, requesting)
      if (status >= 200 && status < 300) return 'taken'
      if (status === 404 || status === 410) return 'gone'
      throw new PushRefused({ status, permanent: status < 500 && status !== 408 && status !== 429 })

      /** Fails only for keys that are no point of the curve. */
      function encrypted(): RequestDetails {
        try {
          return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
            TTL: ttlSeconds,
            topic,
            urgency: 'normal',
            vapidDetails,
          })
        } catch {
          throw new PushRefused({ code: 'EKEYS', permanent: true })
        }
      }
    },
  }
}

/** No redirect is followed, and nothing but the status is read. Its connection is its own: a shared one was not checked. */
function statusOf(
  endpoint: string,
  { method, headers, body }: RequestDetails,
  { request, lookup }: Requesting,
): Promise<number> {
  const url = new URL(endpoint)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // An address is connected to without a lookup.
  if (lookup && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.reject(new PushRefused({ code: 'EADDRNOTPUBLIC', permanent: true }))
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(WITHIN_MS)
    const sending = request(url, { method, headers, agent: false, signal, ...(lookup && { lookup }) }, (reply) => {
      resolve(reply.statusCode ?? 0)
      reply.on('error', () => {}).destroy()
    })
    sending.on('error', (error: NodeJS.ErrnoException) =>
      reject(new PushRefused({ code: error.code ?? error.name, permanent: false })),
    )
    sending.end(body ?? undefined)
  })
}
