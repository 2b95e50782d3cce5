import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startRedis } from './redis.ts'

describe('the embedded Redis', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'hatik-redis-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('requires the stored password', async () => {
    const server = await startRedis({ dataDir })
    const ask = async (password: string) => {
      const address = Object.assign(new URL(server.url), { password })
      return on(address.href, (redis) => redis.set('hatik:session:forged', '{}')).catch((error: Error) => error.message)
    }
    expect(await ask('')).toMatch(/^NOAUTH/)
    expect(await ask('guess')).toMatch(/^WRONGPASS|^NOAUTH/)
    expect(await ask(new URL(server.url).password)).toBe('OK')
    await server.stop()
  })

  it('hides its password from other local users', async () => {
    const lines: string[] = []
    const server = await startRedis({ dataDir, log: (line) => lines.push(line) })
    const { password } = new URL(server.url)
    expect(password).toMatch(/^[\da-f]{48}$/)
    expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain(password)
    await server.stop()
    expect(lines.join('\n')).not.toContain(password)
    for (const name of ['password', 'redis.conf'])
      expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600])
  })

  it('hides its data from other local users, even if its folder was open before', async () => {
    const open = join(dataDir, 'redis')
    mkdirSync(open)
    chmodSync(open, 0o755)
    const server = await startRedis({ dataDir: open })
    await on(server.url, (redis) => redis.set('hatik:session:one', '{}'))
    await server.stop()
    expect(readdirSync(open)).toContain('appendonlydir')
    expect(statSync(open).mode & 0o777).toBe(0o700)
  })

  it('restarts on the same address with its data', async () => {
    const first = await startRedis({ dataDir })
    await on(first.url, (redis) => redis.set('kept', 'yes'))
    await first.stop()
    const second = await startRedis({ dataDir })
    expect(second.url).toBe(first.url)
    expect(await on(second.url, (redis) => redis.get('kept'))).toBe('yes')
    await second.stop()
  })

  it('gets a password for an old folder without one, and keeps its data', async () => {
    const first = await startRedis({ dataDir })
    await on(first.url, (redis) => redis.set('kept', 'yes'))
    await first.stop()
    for (const name of ['password', 'redis.conf']) rmSync(join(dataDir, name))
    const second = await startRedis({ dataDir })
    expect(second.url).not.toBe(first.url)
    expect(await on(second.url, (redis) => redis.get('kept'))).toBe('yes')
    await second.stop()
  })
})

async function on<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
