import Fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { behindProxy } from './behind-proxy.ts'

type Call = { remoteAddress?: string; headers?: Record<string, string>; url?: string }

/** Warnings, shortened to the header's name. */
async function toldOf(env: { PUBLIC_URL?: string; TRUSTED_PROXIES: string[] }, calls: Call[]): Promise<string[]> {
  const lines: string[] = []
  const log: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const app = Fastify({ loggerInstance: log, trustProxy: env.TRUSTED_PROXIES })
  await app.register(behindProxy, { env })
  app.get('*', async () => 'ok')
  for (const call of calls) await app.inject({ url: '/', remoteAddress: '127.0.0.1', ...call })
  await app.close()
  return lines.map((line) => /X-Forwarded-\w+/.exec(line)?.[0] ?? line)
}

const BEHIND = { PUBLIC_URL: 'https://hatik.test', TRUSTED_PROXIES: ['loopback'] }
const WHOLE = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
const without = (name: keyof typeof WHOLE) =>
  Object.fromEntries(Object.entries(WHOLE).filter(([each]) => each !== name))

it('does not warn of a proxy with both headers, nor of probes', async () => {
  expect(await toldOf(BEHIND, [{ headers: WHOLE }, { url: '/api/health' }, { url: '/api/health/ready' }])).toEqual([])
})

it('warns once of each missing header', async () => {
  expect(
    await toldOf(BEHIND, [{ headers: without('x-forwarded-for') }, { headers: without('x-forwarded-for') }]),
  ).toEqual(['X-Forwarded-For'])
  expect(
    await toldOf(BEHIND, [{ headers: without('x-forwarded-proto') }, { headers: without('x-forwarded-proto') }]),
  ).toEqual(['X-Forwarded-Proto'])
  expect(await toldOf(BEHIND, [{}, {}])).toEqual(['X-Forwarded-For', 'X-Forwarded-Proto'])
})

it('ignores the headers of an untrusted proxy', async () => {
  expect(await toldOf(BEHIND, [{ headers: WHOLE, remoteAddress: '198.51.100.1' }])).toEqual(['X-Forwarded-Proto'])
})

it('does not warn without a proxy', async () => {
  expect(await toldOf({ PUBLIC_URL: 'http://127.0.0.1:3000', TRUSTED_PROXIES: [] }, [{}])).toEqual([])
  expect(await toldOf({ TRUSTED_PROXIES: ['192.0.2.1'] }, [{}])).toEqual([])
})
