import { describe, expect, it } from 'vitest'
import { missingInProduction } from './env-production.ts'
import { readEnv } from './env.ts'

const LEAST = {
  DATABASE_URL: 'postgres://127.0.0.1/hatik',
  REDIS_URL: 'redis://127.0.0.1',
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  SMTP_URL: 'smtp://127.0.0.1:25',
  SESSION_SECRET: 'a secret of at least so many signs',
}

it('trusts no proxies by default, private networks with an https address, and otherwise those listed', () => {
  const trusted = (more: Record<string, string>) => readEnv({ ...LEAST, ...more }).TRUSTED_PROXIES
  expect(trusted({})).toEqual([])
  expect(trusted({ PUBLIC_URL: 'http://hatik.test' })).toEqual([])
  expect(trusted({ PUBLIC_URL: 'https://hatik.test' })).toEqual(['loopback', 'linklocal', 'uniquelocal'])
  expect(trusted({ PUBLIC_URL: 'https://hatik.test', TRUSTED_PROXIES: '' })).toEqual([])
  expect(trusted({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7' })).toEqual(['10.0.0.0/8', '192.0.2.7'])
})

const refusal = (more: Record<string, string>): string => {
  try {
    readEnv({ ...LEAST, ...more })
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}

it('writes read models whole by default, and in at most 16 shards', () => {
  expect(readEnv(LEAST).PROJECTION_SHARDS).toBe(1)
  expect(readEnv({ ...LEAST, PROJECTION_SHARDS: '16' }).PROJECTION_SHARDS).toBe(16)
  for (const faulty of ['0', '17', '2.5']) expect(refusal({ PROJECTION_SHARDS: faulty })).toContain('PROJECTION_SHARDS')
})

describe('an unusable address fails at start, with its name but without its value', () => {
  it.each([
    ['SMTP_URL', 'mail.secret.am:587'],
    ['SMTP_URL', 'http://mail.secret.am'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://hatik:secret#1@mail.example.am'],
    ['SMTP_URL', 'smtp://hatik:100%secret@mail.example.am'],
    ['DATABASE_URL', 'secret'],
    ['DATABASE_URL', 'mysql://hatik:secret@host/hatik'],
    ['DATABASE_URL', 'postgres:secret'],
    ['REDIS_URL', 'secret:6379'],
    ['REDIS_URL', 'http://secret:6379'],
    ['EVENTSTORE_URL', 'secret:2113'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['PUBLIC_URL', 'secret.example.am'],
    ['PUBLIC_URL', 'ftp://secret.example.am'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'secret:4318'],
  ])('an unusable address fails at start, with its name but without its value: %s=%s', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^Environment:\n  ${name}: must be a URL such as \\S+://`))
    expect(refusal({ [name]: value })).not.toContain('secret')
  })

  it.each([
    ['SMTP_URL', 'smtps://hatik:a%40b%23c@mail.example.am'],
    ['SMTP_URL', 'smtp://[::1]:25'],
    ['DATABASE_URL', 'postgresql://hatik:a%40b@host:5432/hatik?sslmode=require'],
    ['DATABASE_URL', 'postgres:///hatik?host=/run/postgresql'],
    ['REDIS_URL', 'rediss://:word@host/3'],
    ['EVENTSTORE_URL', 'esdb+discover://one:2113,two:2113?tls=true'],
    ['EVENTSTORE_URL', 'kurrentdb://user:word@host:2113'],
    ['PUBLIC_URL', 'http://192.168.0.7:3000/'],
  ])('a usable address is accepted: %s=%s', (name, value) =>
    expect(readEnv({ ...LEAST, [name]: value })).toMatchObject({ [name]: value }),
  )
})

it('a missing or empty variable is named', () => {
  expect(refusal({ DATABASE_URL: '', SESSION_SECRET: '' })).toBe(
    'Environment:\n  DATABASE_URL: is not set\n  SESSION_SECRET: is not set',
  )
  expect(readEnv({ ...LEAST, MAIL_FROM: '', DRAIN_MS: '', NODE_ENV: '' })).toMatchObject({
    MAIL_FROM: 'Hatik <no-reply@hatik.test>',
    NODE_ENV: 'development',
  })
})

it('production is warned of missing variables, other modes are not', () => {
  const whole = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://hatik.test',
    MAIL_FROM: 'no-reply@hatik.test',
    SMTP_URL: 'smtp://mail',
  }
  expect(missingInProduction(whole)).toEqual([])
  for (const name of ['PUBLIC_URL', 'MAIL_FROM', 'SMTP_URL'])
    expect(missingInProduction({ ...whole, [name]: '' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is not set: `)),
    ])
  // Session cookies are Secure only over https (H17).
  for (const PUBLIC_URL of ['http://hatik.example.am', 'http://192.168.0.7:3000'])
    expect(missingInProduction({ ...whole, PUBLIC_URL })).toEqual([
      expect.stringMatching(/^PUBLIC_URL is not an https address: /),
    ])
  expect(missingInProduction({ ...whole, PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
  expect(missingInProduction({ NODE_ENV: 'development' })).toEqual([])
})

it('the mail sender must contain an address', () => {
  for (const MAIL_FROM of ['Hatik', 'Hatik <hatik>', 'a@b, c@d'])
    expect(refusal({ MAIL_FROM })).toContain('MAIL_FROM: must be an email address')
  for (const MAIL_FROM of ['hatik@example.am', 'Հատիկ <no-reply@example.am>', '<a@b.am>'])
    expect(refusal({ MAIL_FROM })).toBe('none')
})

it('traces need a known sampler and a share', () => {
  expect(readEnv({ ...LEAST, OTEL_TRACES_SAMPLER_ARG: '0.25' })).toMatchObject({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: 0.25,
  })
  expect(refusal({ OTEL_TRACES_SAMPLER: 'sometimes' })).toContain('OTEL_TRACES_SAMPLER: sometimes is not one of')
  for (const share of ['1.5', '-1', 'all'])
    expect(refusal({ OTEL_TRACES_SAMPLER_ARG: share })).toContain('OTEL_TRACES_SAMPLER_ARG: is not a share')
})

describe('the addresses of APIs for each other', () => {
  const two = 'http://api1:3100,http://api2:3100'
  it.each([
    [two, 'http://api2:3100'],
    ['dns://apis:3100', 'http://10.0.0.7:3100'],
    ['dns://apis:3100/', 'http://[fd00::7]:3100'],
  ])('%s with %s is accepted', (LEDGER_PEERS, LEDGER_SELF) =>
    expect(readEnv({ ...LEAST, LEDGER_PEERS, LEDGER_SELF })).toMatchObject({ LEDGER_PEERS, LEDGER_SELF }),
  )
  it.each([
    [two, '', 'LEDGER_SELF: is not set'],
    ['', 'http://api1:3100', 'LEDGER_SELF: has no effect without LEDGER_PEERS'],
    [two, 'http://api3:3100', 'LEDGER_SELF: must be one of the addresses in LEDGER_PEERS'],
    ['dns://apis:3100', 'http://10.0.0.7:3101', 'LEDGER_SELF: must have the port of LEDGER_PEERS'],
    ['dns://apis:3100', '10.0.0.7:3100', 'LEDGER_SELF: must be an address with its port'],
    ['http://api1:3100,api2:3100', 'http://api1:3100', 'LEDGER_PEERS: must be addresses with ports'],
    ['http://api1', 'http://api1', 'LEDGER_PEERS: must be addresses with ports'],
    ['dns://apis', 'http://10.0.0.7:3100', 'LEDGER_PEERS: must be addresses with ports'],
    ['https://api1:3100', 'https://api1:3100', 'LEDGER_PEERS: must be addresses with ports'],
  ])('%s with "%s" is refused', (LEDGER_PEERS, LEDGER_SELF, fault) =>
    expect(refusal({ LEDGER_PEERS, LEDGER_SELF })).toContain(fault),
  )
})
