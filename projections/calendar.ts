/**
 * Decides whether the clock can be trusted for irreversible chores (expiry, erasure, cancelled codes): a machine can
 * boot decades ahead and be corrected minutes later.
 * - More than a day beyond the last trusted round of any process: chores wait for an hour of steady clock.
 * - More than five minutes from PostgreSQL's clock: chores wait until an operator sets one of them.
 * - A clock set back is trusted, because it makes less due.
 */
import type { Logger } from 'pino'
import { DAY_MS } from '#contracts/units/time.ts'
import { createThrottledLog } from '#platform/process/throttled-log.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/** Longer than a worker's downtime for a restart or an upgrade. */
const LEAP_MS = DAY_MS
/** Longer than time synchronisation takes. */
const STEADY_MS = 60 * 60_000
/** Clocks synchronised by the network differ by far less. */
const APART_MS = 5 * 60_000

export type Calendar = {
  /** Stores `now` as the last trusted time, or logs why chores must wait. Throws PostgreSQL's errors. */
  isTrusted(now: Date): Promise<boolean>
}

/** `monotonicMs`: a clock unaffected by setting the time. */
export function createCalendar(
  db: Queryable,
  log: Pick<Logger, 'error' | 'info'>,
  monotonicMs: () => number = () => performance.now(),
): Calendar {
  const ofClock = createThrottledLog(
    { warn: log.error.bind(log), info: log.info.bind(log) },
    {
      failed: 'the clock is not trusted: scheduled work is paused',
      worked: 'the clock is trusted again: scheduled work resumes',
    },
  )
  /** Both clocks when the leap was first seen. */
  let leap: { wallMs: number; monotonicMs: number } | undefined

  function hasGoneSteadily(nowMs: number): boolean {
    const here = { wallMs: nowMs, monotonicMs: monotonicMs() }
    leap ??= here
    const passedMs = here.monotonicMs - leap.monotonicMs
    // Set again since, so the hour starts anew.
    if (Math.abs(nowMs - leap.wallMs - passedMs) > APART_MS) leap = here
    return leap !== here && passedMs >= STEADY_MS
  }

  async function distrust(now: Date): Promise<string | undefined> {
    const { rows } = await db.query<{ database: Date; reached: Date | null }>(
      'SELECT clock_timestamp() AS database, (SELECT reached_at FROM chores_calendar) AS reached',
    )
    const { database, reached } = rows[0]!
    const apartMs = now.getTime() - database.getTime()
    if (Math.abs(apartMs) > APART_MS) {
      return `this machine's clock (${now.toISOString()}) is ${Math.round(Math.abs(apartMs) / 1000)} s ${apartMs > 0 ? 'ahead of' : 'behind'} PostgreSQL's: correct the one that is wrong`
    }
    const leaptMs = reached === null ? 0 : now.getTime() - reached.getTime()
    if (leaptMs > LEAP_MS && !hasGoneSteadily(now.getTime())) {
      return `this machine's clock (${now.toISOString()}) is ${Math.round(leaptMs / DAY_MS)} days after the last scheduled work: correct it if it is wrong; if it is right, scheduled work resumes within an hour`
    }
    leap = undefined
    return undefined
  }

  return {
    async isTrusted(now) {
      const reason = await distrust(now)
      if (reason !== undefined) {
        ofClock.failed(reason)
        return false
      }
      ofClock.worked()
      await db.query(
        'INSERT INTO chores_calendar (reached_at) VALUES ($1) ON CONFLICT (one) DO UPDATE SET reached_at = excluded.reached_at',
        [now],
      )
      return true
    },
  }
}

/** Undefined if the clock is not trusted. Throws the chores' errors. */
export async function byCalendar<Round>(
  calendar: Calendar,
  chores: (now: Date) => Promise<Round>,
): Promise<Round | undefined> {
  const now = new Date()
  return (await calendar.isTrusted(now)) ? chores(now) : undefined
}
