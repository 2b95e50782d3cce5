import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRedis, tellWhenAway, type Redis } from './redis.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LONG_MS = 60_000

function told(redis: Pick<Redis, 'on'>): string[] {
  const said: string[] = []
  tellWhenAway(redis, { away: () => said.push('away'), back: () => said.push('back') })
  return said
}

it('reports once that Redis is unavailable, however often it reconnects, and once that it is back', () => {
  const redis = new EventEmitter()
  const said = told(redis as unknown as Redis)
  redis.emit('ready')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    redis.emit('close')
    vi.advanceTimersByTime(LONG_MS)
  }
  expect(said).toEqual(['away'])
  redis.emit('ready')
  redis.emit('close')
  vi.advanceTimersByTime(LONG_MS)
  expect(said).toEqual(['away', 'back', 'away'])
})

it('does not report a restart, or a connection that we close', () => {
  const redis = new EventEmitter()
  const said = told(redis as unknown as Redis)
  redis.emit('close')
  redis.emit('ready')
  redis.emit('close')
  redis.emit('end')
  vi.advanceTimersByTime(LONG_MS)
  expect(said).toEqual([])
})

it('reports a Redis that is down from the start', async () => {
  vi.useRealTimers()
  const redis = createRedis('redis://127.0.0.1:1')
  const said = told(redis)
  await vi.waitFor(() => expect(said).toEqual(['away']), 10_000)
  redis.disconnect()
})

it("includes the connection's error, which reveals a wrong password", () => {
  const redis = new EventEmitter()
  const reasons: unknown[] = []
  tellWhenAway(redis as unknown as Redis, { away: (reason) => reasons.push(reason), back: () => {} })
  const lose = (error?: Error): void => {
    if (error) redis.emit('error', error)
    redis.emit('close')
    vi.advanceTimersByTime(LONG_MS)
    redis.emit('ready')
  }
  lose(new Error('WRONGPASS invalid username-password pair or user is disabled.'))
  lose(Object.assign(new Error(''), { code: 'ECONNREFUSED' }))
  lose()
  expect(reasons).toEqual(['WRONGPASS invalid username-password pair or user is disabled.', 'ECONNREFUSED', undefined])
})
