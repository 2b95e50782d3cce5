import Fastify from 'fastify'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { readEnv } from '#platform/env/env.ts'
import { securityHeaders } from './security-headers.ts'

const SERVERS = {
  DATABASE_URL: 'postgres://localhost/hatik',
  REDIS_URL: 'redis://localhost',
  EVENTSTORE_URL: 'esdb://localhost?tls=false',
  SMTP_URL: 'smtp://localhost',
  SESSION_SECRET: 'a secret of at least thirty-two signs',
}

async function headersUnder(publicUrl: string, webRoot = '/nowhere'): Promise<Record<string, unknown>> {
  const app = Fastify()
  await app.register(securityHeaders, { env: readEnv({ ...SERVERS, PUBLIC_URL: publicUrl, WEB_ROOT: webRoot }) })
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

it('of inline scripts and styles, the policy allows those of the built page alone (H42)', async () => {
  const root = mkdtempSync(join(tmpdir(), 'hatik-page-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const files = { 'boot.js': 'start()', 'page.css': 'p { color: red }' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  writeFileSync(
    join(root, 'index.html'),
    '<script src="/boot.js"></script><link rel="stylesheet" crossorigin href="/page.css">',
  )
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = String((await headersUnder('http://localhost:3000', root))['content-security-policy']).split(';')
  expect(policy).toContain(`script-src 'self' ${hashOf(files['boot.js'])}`)
  expect(policy).toContain(`style-src 'self' ${hashOf(files['page.css'])}`)
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
