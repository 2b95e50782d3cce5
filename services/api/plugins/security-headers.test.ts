import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readEnv } from '#platform/env/env.ts'
import { securityHeaders } from './security-headers.ts'

const SERVERS = {
  DATABASE_URL: 'postgres://localhost/hatik',
  REDIS_URL: 'redis://localhost',
  EVENTSTORE_URL: 'esdb://localhost?tls=false',
  SMTP_URL: 'smtp://localhost',
  SESSION_SECRET: 'a secret of at least thirty-two signs',
}

async function headersUnder(publicUrl: string): Promise<Record<string, unknown>> {
  const app = Fastify()
  await app.register(securityHeaders, { env: readEnv({ ...SERVERS, PUBLIC_URL: publicUrl }) })
  app.get('/', async () => 'a page')
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}

it('the policy allows only this host, without inline scripts and styles (H17, H42)', async () => {
  const { 'content-security-policy': policy } = await headersUnder('http://localhost:3000')
  expect(
    Object.fromEntries(
      String(policy)
        .split(';')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    ),
  ).toEqual({
    'default-src': "'self'",
    'base-uri': "'self'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' blob:",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
  })
})

it('forbids type sniffing, limits the referrer and keeps browsers on https', async () => {
  const plain = await headersUnder('http://localhost:3000')
  expect(plain).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(plain['permissions-policy']).toMatch(/^camera=\(self\), microphone=\(\), geolocation=\(\)/)
  expect(plain).not.toHaveProperty('strict-transport-security')
  expect(await headersUnder('https://hatik.example')).toMatchObject({
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
  })
})
