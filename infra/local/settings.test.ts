import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PRODUCTION } from '../testing/servers/production.ts'
import { announcement } from './announcement.ts'
import { seriousMessage } from './log-files.ts'
import { ownAddress, readSettings, repository, sessionSecret } from './settings.ts'

/** A complete production environment. */
const complete = { ...PRODUCTION, SMTP_URL: 'smtp://mail.example.am:587' }

describe('the settings of npm start', () => {
  it('npm start needs no settings: port 3000, .data, the demo, everything embedded', () => {
    expect(readSettings({})).toEqual({
      dataDir: join(repository, '.data'),
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      redisUrl: undefined,
      eventStoreUrl: undefined,
      smtpUrl: undefined,
      production: false,
      dev: false,
      isPublic: false,
      seedsDemo: true,
      warnings: [],
    })
  })

  it('an invalid port and an invalid HATIK_DEMO are refused', () => {
    expect(() => readSettings({ PORT: '70000' })).toThrow('PORT: 70000 is not a port')
    expect(() => readSettings({ HATIK_DEMO: 'maybe' })).toThrow('HATIK_DEMO')
  })

  it('production never seeds the demo', () => {
    expect(readSettings(complete).seedsDemo).toBe(false)
    expect(readSettings({ HATIK_DEMO: 'off' }).seedsDemo).toBe(false)
  })

  it('production is warned of missing settings, and names no unreachable inbox', () => {
    expect(readSettings(complete).warnings).toEqual([])
    const settings = readSettings({ NODE_ENV: 'production' })
    const said = announcement({ url: 'http://localhost:3000', embedded: [] }, settings)
    for (const name of ['PUBLIC_URL', 'MAIL_FROM', 'SMTP_URL'])
      expect(said).toMatch(new RegExp(`^  ATTENTION: ${name} is not set: `, 'm'))
    expect(said).not.toContain('/dev/inbox')
    expect(() => readSettings({ NODE_ENV: 'prod' })).toThrow(
      'NODE_ENV: prod is not one of production, development, test',
    )
  })

  it('a public https address with demo or open inbox is refused unless NODE_ENV is production', () => {
    const PUBLIC_URL = 'https://hatik.example.am'
    const SMTP_URL = 'smtp://mail.example.am:587'
    const refused = 'NODE_ENV: must be production if PUBLIC_URL is a public https address'
    expect(() => readSettings({ PUBLIC_URL })).toThrow(refused)
    expect(() => readSettings({ PUBLIC_URL, SMTP_URL, NODE_ENV: 'development' })).toThrow(refused)
    expect(() => readSettings({ PUBLIC_URL, HATIK_DEMO: 'off' })).toThrow(refused)
    expect(readSettings({ PUBLIC_URL, SMTP_URL, HATIK_DEMO: 'off' })).toMatchObject({
      isPublic: true,
      seedsDemo: false,
    })
    expect(readSettings({ PUBLIC_URL, NODE_ENV: 'production' })).toMatchObject({ isPublic: true, seedsDemo: false })
    for (const local of ['https://localhost:3443', 'https://[::1]', 'http://192.168.0.7:3000'])
      expect(readSettings({ PUBLIC_URL: local })).toMatchObject({ isPublic: false, warnings: [] })
  })

  it('invalid addresses and proxies are refused before anything starts', () => {
    expect(
      whatIsThrown(() =>
        readSettings({ DATABASE_URL: 'foo', SMTP_URL: 'mail.example.am:587', TRUSTED_PROXIES: 'nginx' }),
      ).split('\n'),
    ).toEqual([
      expect.stringMatching(/^DATABASE_URL: must be a URL such as postgres:/),
      expect.stringMatching(/^SMTP_URL: must be a URL such as smtp:/),
      expect.stringMatching(/^TRUSTED_PROXIES: nginx is not an address/),
    ])
  })

  it('all errors are reported at once, including those of the parts, without secrets', () => {
    const wrong = {
      PORT: 'abc',
      HATIK_DEMO: 'maybe',
      NODE_ENV: 'prod',
      DATABASE_URL: 'foo-secret',
      SESSION_SECRET: 'short-secret',
      DRAIN_MS: '3s',
      RATE_LIMITS: 'no',
      LOG_LEVEL: 'verbose',
      FILES_URL: '/secret/files',
      SUPPORT_EMAIL: 'me',
      SUPPORT_ADDRESS_AM: ' ',
      SUPPORT_INSTAGRAM: 'hatik',
      LEDGER_KEY: 'secret',
      PUSH_KEY: 'secret',
    }
    const said = whatIsThrown(() => readSettings(wrong))
    expect(said.split('\n').map((line) => line.split(':')[0])).toEqual(Object.keys(wrong))
    expect(said).not.toMatch(/secret|Invalid|expected|NaN|pattern/)
    for (const FILES_URL of ['https://host/files', 'file:relative', 's3://', 's3://bucket?endpoint=host', '/srv/files'])
      expect(() => readSettings({ FILES_URL })).toThrow('FILES_URL: must be a folder')
    for (const FILES_URL of ['file:///srv/files', 's3://bucket/prefix?endpoint=https://host&region=eu'])
      expect(readSettings({ FILES_URL }).port).toBe(3000)
  })

  it('an empty variable counts as unset', () => {
    const names = [
      'PORT',
      'HATIK_DEMO',
      'NODE_ENV',
      'HATIK_DATA_DIR',
      'DATABASE_URL',
      'SESSION_SECRET',
      'LOG_LEVEL',
      'FILES_URL',
      'LEDGER_KEY',
      'PUSH_KEY',
      'TRUSTED_PROXIES',
      'DRAIN_MS',
    ]
    expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readSettings({}))
  })

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://[::1]:3000'],
    ['::1', 'http://[::1]:3000'],
    ['fd00::7', 'http://[fd00::7]:3000'],
    ['hatik.local', 'http://hatik.local:3000'],
  ])('with HOST=%s the API is called at a reachable address', (HOST, address) => {
    expect(ownAddress(readSettings({ HOST }))).toBe(address)
    expect(new URL(address).origin).toBe(address)
  })

  it('the session key is stored privately', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hatik-secret-'))
    const secret = sessionSecret(dataDir)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(sessionSecret(dataDir)).toBe(secret)
    expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
    // As after a power loss; an empty key would prevent every start.
    writeFileSync(join(dataDir, 'session-secret'), '')
    const another = sessionSecret(dataDir)
    expect(another).toMatch(/^[0-9a-f]{64}$/)
    expect(sessionSecret(dataDir)).toBe(another)
    rmSync(dataDir, { recursive: true })
  })
})

describe('console output', () => {
  it('the console shows one address, and sign-ins only of a seeded demo', () => {
    const product = { url: 'http://localhost:3000', embedded: ['PostgreSQL'] }
    const text = announcement(product, readSettings({}))
    expect(text.match(/http:\S+/g)).toEqual(['http://localhost:3000'])
    for (const name of ['cafe', 'books', 'ani', 'davit', 'admin', 'auditor'])
      expect(text).toContain(`${name}@hatik.test`)
    expect(announcement(product, readSettings({ HATIK_DEMO: 'off' }))).not.toContain('@hatik.test')
  })

  it('the console shows the data folder relative if below the working folder, else absolute', () => {
    const said = (HATIK_DATA_DIR?: string) =>
      announcement(
        { url: '', embedded: [] },
        readSettings(HATIK_DATA_DIR === undefined ? {} : { HATIK_DATA_DIR }),
      ).match(/Data and logs are in (.*)\. Press Ctrl/)?.[1]
    expect([said(), said('/var/lib/hatik'), said('kept/here')]).toEqual(['.data', '/var/lib/hatik', 'kept/here'])
  })

  it('the console shows only the error lines of the logs', () => {
    expect(seriousMessage('{"level":30,"msg":"listening"}')).toBeUndefined()
    expect(seriousMessage('{"level":50,"msg":"projection stopped","err":{"message":"unknown event"}}')).toBe(
      'projection stopped: unknown event',
    )
    expect(seriousMessage('{"level":60,"msg":"the event store stops","reason":"its session is lost"}')).toBe(
      'the event store stops: its session is lost',
    )
    expect(seriousMessage('2026-01-01 LOG:  checkpoint starting')).toBeUndefined()
    // One per connection; the supervisor reports the restart in one line.
    for (const said of [
      'the database system is not yet accepting connections',
      'terminating connection due to unexpected postmaster exit',
      'connection to client lost',
    ]) {
      expect(seriousMessage(`2026-01-01 FATAL:  ${said}`)).toBeUndefined()
    }
    expect(seriousMessage('2026-01-01 FATAL:  could not write lock file: No space left on device')).toContain(
      'No space left',
    )
    expect(seriousMessage('2026-01-01 PANIC:  could not write')).toContain('could not write')
  })
})

function whatIsThrown(work: () => unknown): string {
  try {
    work()
    return 'nothing'
  } catch (error) {
    return (error as Error).message
  }
}
