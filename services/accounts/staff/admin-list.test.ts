import { afterEach, expect, it, vi } from 'vitest'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { createRoleCount } from './admin-list.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('people are counted once a minute, however many pages ask', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const pass = (ms: number) => {
    now += ms
    vi.advanceTimersByTime(ms)
  }
  let counted = 0
  const db = { query: async () => ({ rows: [{ role: 'buyer', n: (counted += 1) }] }) } as unknown as Queryable
  const countByRole = createRoleCount(db)
  expect(await Promise.all([countByRole(), countByRole()])).toEqual([{ buyer: 1 }, { buyer: 1 }])
  pass(59_000)
  expect(await countByRole()).toEqual({ buyer: 1 })
  pass(2_000)
  expect(await countByRole()).toEqual({ buyer: 2 })
})
