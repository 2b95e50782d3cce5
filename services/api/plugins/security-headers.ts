import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import { readTemplate } from '../http/page-template.ts'

/** Only the till's camera. */
const PERMISSIONS =
  'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()'

/**
 * A strict policy: everything from this host, no framing, no outside host, and of inline scripts and styles only the
 * built page's, by their hashes (H42).
 */
export const securityHeaders = fp(async (app, { env }: { env: Env }) => {
  const template = readTemplate(env.WEB_ROOT)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", ...(template?.scripts ?? [])],
        styleSrc: ["'self'", ...(template?.styles ?? [])],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
    strictTransportSecurity: env.PUBLIC_URL?.startsWith('https://') ?? false,
    // For browsers without frame-ancestors.
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', PERMISSIONS)
    done()
  })
})
