import type { IncomingMessage, ServerResponse } from 'node:http'
import fp from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'
import type { Env } from '#platform/env/env.ts'

/** The counter's camera, and nothing else that a browser could be asked for. */
const PERMISSIONS =
  'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()'

/**
 * A strict policy: everything from this host, no inline script or style, no frame around us. The product needs no outside
 * host (H42). The headers are the same for every answer, so helmet is asked once and not by every request.
 */
export const securityHeaders = fp(async (app, { env }: { env: Env }) => {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
    strictTransportSecurity: env.PUBLIC_URL?.startsWith('https://') ?? false,
    // For browsers that know no frame-ancestors.
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers).header('permissions-policy', PERMISSIONS)
    done()
  })
})

/** What helmet would set on any answer. Throws what it says about a policy that it does not take. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw new Error('These headers cannot be made', { cause: error })
  })
  return headers
}
