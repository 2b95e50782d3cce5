/** HEAD is safe (RFC 9110, 9.2.1); mail scanners and link checkers send it. */
import { expect, it } from 'vitest'
import { createRedis } from '#platform/redis/redis.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { productWithAdmin } from '../../../infra/testing/servers/product-with-admin.ts'
import { callAndRotate, signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD } from '../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../infra/testing/people/token-in.ts'

const { product, admin } = await productWithAdmin()

async function everythingWritten(): Promise<Map<string, string>> {
  const { rows: tables } = await product.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const written = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await product.pool.query<{ content: string }>(
      `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS content FROM ${name} t`,
    )
    written.set(name, rows[0]!.content)
  }
  const redis = createRedis(product.services.redisUrl)
  const keys = [...(await redis.keys('hatik:session:*')), ...(await redis.keys('hatik:visit:*'))]
  for (const key of keys) written.set(key, (await redis.get(key)) ?? '')
  redis.disconnect()
  return written
}

async function ageSessions(): Promise<void> {
  const redis = createRedis(product.services.redisUrl)
  for (const key of await redis.keys('hatik:session:*')) {
    const record = JSON.parse((await redis.get(key)) ?? '{}') as { touchedAt: number; visit?: { expiresAtMs: number } }
    record.touchedAt -= 2 * 60 * 60 * 1_000
    if (record.visit) record.visit.expiresAtMs = 1
    await redis.set(key, JSON.stringify(record), 'KEEPTTL')
  }
  redis.disconnect()
}

it('HEAD writes nothing, for any caller and any readable path', async () => {
  const [cafe, ani, auditor] = [await product.business(), await product.buyer(), await signInStaff(product, 'auditor')]
  const visitor = new Person(product.address, { id: 0, email: '' })
  const email = 'head@hatik.test'
  const asked = { email, password: PASSWORD, firstName: 'Անի', lastName: 'Գնորդ', language: 'am' }
  const signedUp = await visitor.send('POST', '/api/auth/signup', asked)
  expect(signedUp.status).toBe(201)
  const token = tokenIn(await product.mailTo(email))
  const visit = { userId: cafe.id, reason: 'A question about the counter' }
  expect((await callAndRotate(admin, '/api/admin/impersonation/start', visit)).status).toBe(200)
  const { paths } = (await (await fetch(`${product.address}/api/docs/json`)).json()) as {
    paths: Record<string, object>
  }
  const addresses = Object.keys(paths).filter((path) => 'get' in paths[path]!)
  expect(addresses.length).toBeGreaterThan(60)
  await product.worker.stop()
  // Sessions are cached for a second.
  await product.api.stop()
  await ageSessions()
  await product.restartApi()
  const before = await everythingWritten()

  const answers = new Map<string, number>()
  for (const person of [visitor, cafe, ani, auditor, admin]) {
    for (const path of addresses) {
      const address = path
        .replace('/verify/{buyerId}', `/verify/${ani.code}`)
        .replaceAll(/\{(?:slug)\}/g, `business-${cafe.id}`)
        .replaceAll(/\{\w+\}/g, String(person === admin || person === auditor ? cafe.id : person.id))
      const { status } = await fetch(
        `${product.address}${address}${path.endsWith('verify-email') ? `?token=${token}` : ''}`,
        {
          method: 'HEAD',
          headers: person.cookie ? { cookie: person.cookie } : {},
          signal: AbortSignal.timeout(10_000),
        },
      )
      expect([path, status], String(person.id)).not.toEqual([path, 500])
      answers.set(path, Math.min(status, answers.get(path) ?? status))
    }
  }
  const after = await everythingWritten()
  for (const [name, content] of before) expect([name, after.get(name)]).toEqual([name, content])
  expect([...after.keys()].filter((name) => !before.has(name))).toEqual([])
  expect([...answers].filter(([, status]) => status === 405).map(([path]) => path)).toEqual([
    '/api/auth/verify-email',
    '/api/live',
    '/api/admin/businesses/{id}/id-document',
  ])
  const { status } = await Person.signedUp(product.address, signedUp).get(`/api/auth/verify-email?token=${token}`)
  expect(status).toBe(200)
  await product.restartWorker()
})
