import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import type { Env } from '#platform/env/env.ts'
import { type PageTemplate, readTemplate } from '../http/page-template.ts'

/** Only the till's camera. */
const PERMISSIONS =
  'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()'

/**
 * A strict policy: everything from this host, no framing, no outside host, and of inline scripts and styles only the
 * built page's, by their hashes (H42).
 */
function contentSecurityPolicy(template: PageTemplate | undefined): string {
  const directives = {
    'default-src': ["'self'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'", ...(template?.scripts ?? [])],
    'style-src': ["'self'", ...(template?.styles ?? [])],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';')
}

export const securityHeaders = fp(async (app, { env }: { env: Env }) => {
  const policy = contentSecurityPolicy(readTemplate(env.WEB_ROOT))
  await app.register(helmet, {
    // Set below: helmet would write the same text anew for each request.
    contentSecurityPolicy: false,
    strictTransportSecurity: env.PUBLIC_URL?.startsWith('https://') ?? false,
    // For browsers without frame-ancestors.
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', PERMISSIONS)
    reply.header('content-security-policy', policy)
    done()
  })
})
