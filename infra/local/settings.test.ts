import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { announcement } from './announcement.ts'
import { seriousMessage } from './log-files.ts'
import { readSettings, repository, sessionSecret } from './settings.ts'

describe('the settings of npm start', () => {
  it('need nothing: port 3000, .data, the demo, everything embedded', () => {
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
      seedsDemo: true,
    })
  })

  it('refuse a port that is none, and a demo that is neither on nor off', () => {
    expect(() => readSettings({ PORT: '70000' })).toThrow('PORT: 70000 is not a port')
    expect(() => readSettings({ HATIK_DEMO: 'maybe' })).toThrow('HATIK_DEMO')
  })

  it('never seed a demo in production', () => {
    expect(readSettings({ NODE_ENV: 'production' }).seedsDemo).toBe(false)
    expect(readSettings({ HATIK_DEMO: 'off' }).seedsDemo).toBe(false)
  })

  it('keep the key that signs sessions, closed to others', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hatik-secret-'))
    const secret = sessionSecret(dataDir)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(sessionSecret(dataDir)).toBe(secret)
    expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
    // As a loss of power left it: believed, the API would never start again.
    writeFileSync(join(dataDir, 'session-secret'), '')
    const another = sessionSecret(dataDir)
    expect(another).toMatch(/^[0-9a-f]{64}$/)
    expect(sessionSecret(dataDir)).toBe(another)
    rmSync(dataDir, { recursive: true })
  })
})

describe('what a person sees', () => {
  it('is one address, and the sign-ins only where the demo was seeded', () => {
    const product = { url: 'http://localhost:3000', embedded: ['PostgreSQL'] }
    const text = announcement(product, readSettings({}))
    expect(text.match(/http:\S+/g)).toEqual(['http://localhost:3000'])
    for (const name of ['cafe', 'books', 'ani', 'davit', 'admin', 'auditor']) expect(text).toContain(`${name}@hatik.test`)
    expect(announcement(product, readSettings({ HATIK_DEMO: 'off' }))).not.toContain('@hatik.test')
  })

  it('is the error lines of the logs, not the ordinary ones', () => {
    expect(seriousMessage('{"level":30,"msg":"listening"}')).toBeUndefined()
    expect(seriousMessage('{"level":50,"msg":"projection stopped","err":{"message":"unknown event"}}')).toBe('projection stopped: unknown event')
    expect(seriousMessage('2026-01-01 LOG:  checkpoint starting')).toBeUndefined()
    expect(seriousMessage('2026-01-01 PANIC:  could not write')).toContain('could not write')
  })
})
