/** Wrong clocks of a machine that also runs the database. */
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { testDatabase } from '../infra/testing/servers/test-database.ts'
import { createCalendar } from './calendar.ts'

const { pool } = await testDatabase()
const MINUTE_MS = 60_000
const TODAY = Date.parse('2026-11-20T09:00:00Z')

beforeEach(() => pool.query('DELETE FROM chores_calendar'))

/** A machine with a worker: `run` advances time, `set` sets its clock and that of its own PostgreSQL. */
function machine({ at = TODAY, databaseApartMs = 0 } = {}) {
  let [wallMs, steadyMs] = [at, 0]
  const said: string[] = []
  const log = { error: ({ reason }: { reason: string }) => said.push(reason), info: (text: string) => said.push(text) }
  const db = {
    query: (text: string, values?: unknown[]) =>
      pool.query(
        text.replace('clock_timestamp()', `timestamptz '${new Date(wallMs + databaseApartMs).toISOString()}'`),
        values,
      ),
  } as Queryable
  const calendar = createCalendar(db, log as never, () => steadyMs)
  return {
    said,
    run: (ms: number) => ((wallMs += ms), (steadyMs += ms)),
    set: (to: number) => (wallMs = to),
    isTrusted: () => calendar.isTrusted(new Date(wallMs)),
  }
}

it('a clock that starts decades ahead and is corrected ten minutes later is not trusted, and logged', async () => {
  const before = machine()
  expect(await before.isTrusted(), 'the very first round has nothing to go by').toBe(true)
  const { isTrusted, run, set, said } = machine({ at: Date.parse('2099-01-01T00:00:00Z') })
  for (let minute = 0; minute < 10; minute += 1) {
    expect(await isTrusted()).toBe(false)
    run(MINUTE_MS)
  }
  expect(said.at(-1)).toMatch(/2099-01-01.*days after the last scheduled work/)
  set(TODAY + 20 * MINUTE_MS)
  expect(await isTrusted()).toBe(true)
  expect(said.at(-1)).toBe('the clock is trusted again: scheduled work resumes')
})

it('scheduled work resumes within the hour after a week of downtime, together with another worker', async () => {
  await machine().isTrusted()
  const [one, other] = [machine({ at: TODAY + 7 * DAY_MS }), machine({ at: TODAY + 7 * DAY_MS })]
  for (let minute = 0; minute < 60; minute += 1) {
    expect(await one.isTrusted()).toBe(false)
    one.run(MINUTE_MS)
    other.run(MINUTE_MS)
  }
  expect(await one.isTrusted()).toBe(true)
  expect(await other.isTrusted()).toBe(true)
})

it('setting the clock again, back or forward, restarts the hour of waiting', async () => {
  await machine().isTrusted()
  for (const [days, minutes] of [
    [500, 50],
    [1_500, 70],
  ] as const) {
    const { isTrusted, run, set } = machine({ at: TODAY + 900 * DAY_MS })
    expect(await isTrusted()).toBe(false)
    run(minutes * MINUTE_MS)
    set(TODAY + days * DAY_MS)
    expect(await isTrusted()).toBe(false)
    run(50 * MINUTE_MS)
    expect(await isTrusted()).toBe(false)
    run(10 * MINUTE_MS)
    expect(await isTrusted()).toBe(true)
    await pool.query('UPDATE chores_calendar SET reached_at = $1', [new Date(TODAY)])
  }
})

it('a clock that becomes wrong again after it was right costs another hour', async () => {
  await machine().isTrusted()
  const { isTrusted, run, set } = machine({ at: TODAY + 900 * DAY_MS })
  expect(await isTrusted()).toBe(false)
  set(TODAY)
  expect(await isTrusted()).toBe(true)
  run(60 * MINUTE_MS)
  set(TODAY + 900 * DAY_MS + 60 * MINUTE_MS)
  expect(await isTrusted()).toBe(false)
})

it('a night of downtime and a clock set back are trusted at once, but no leap of more than a day from there', async () => {
  const { isTrusted, run, set } = machine()
  await isTrusted()
  run(23 * 60 * MINUTE_MS)
  expect(await isTrusted()).toBe(true)
  set(TODAY - 5 * DAY_MS)
  expect(await isTrusted()).toBe(true)
  run(25 * 60 * MINUTE_MS)
  expect(await isTrusted()).toBe(false)
})

it("a clock that differs from PostgreSQL's by minutes is not trusted, however long that lasts", async () => {
  expect(await machine({ databaseApartMs: 4 * MINUTE_MS }).isTrusted()).toBe(true)
  for (const [databaseApartMs, words] of [
    [-6 * MINUTE_MS, "360 s ahead of PostgreSQL's"],
    [6 * MINUTE_MS, "360 s behind PostgreSQL's"],
  ] as const) {
    const { isTrusted, run, said } = machine({ databaseApartMs })
    expect(await isTrusted()).toBe(false)
    run(120 * MINUTE_MS)
    expect(await isTrusted()).toBe(false)
    expect(said.at(-1)).toContain(words)
  }
})
