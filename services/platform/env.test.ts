import { expect, it } from 'vitest'
import { readEnv } from './env.ts'

const LEAST = {
  DATABASE_URL: 'postgres://127.0.0.1/hatik',
  REDIS_URL: 'redis://127.0.0.1',
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  SMTP_URL: 'smtp://127.0.0.1:25',
  SESSION_SECRET: 'a secret of at least so many signs',
}

it('nobody is believed where callers come from, but the proxies of private networks that https needs, and those that are named', () => {
  const trusted = (more: Record<string, string>) => readEnv({ ...LEAST, ...more }).TRUSTED_PROXIES
  expect(trusted({})).toEqual([])
  expect(trusted({ PUBLIC_URL: 'http://hatik.test' })).toEqual([])
  expect(trusted({ PUBLIC_URL: 'https://hatik.test' })).toEqual(['loopback', 'linklocal', 'uniquelocal'])
  expect(trusted({ PUBLIC_URL: 'https://hatik.test', TRUSTED_PROXIES: '' })).toEqual([])
  expect(trusted({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7' })).toEqual(['10.0.0.0/8', '192.0.2.7'])
})
