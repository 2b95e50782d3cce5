/**
 * Whether the clock may be believed by chores that cannot be undone: trials and plans end by it, people and their documents are erased, codes are
 * called off. A machine can start with its clock decades ahead, and be corrected ten minutes later.
 *
 * So a leap is not believed at once: where the clock stands more than a day beyond what was done last, in whatever process, chores wait until it has
 * gone steadily for an hour. A machine that was really off for so long does them an hour later. And where the clock and PostgreSQL's differ, nobody
 * knows which one is right: chores wait until somebody has set one of them. A clock that went back needs no waiting: by it, less is due.
 */
import type { Logger } from 'pino'
import { DAY_MS } from '#contracts/units/time.ts'
import { createComplaint } from '#platform/process/complaint.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/** Longer than a worker is away for a restart or an upgrade; and a clock that is wrong by less does all too early by less. */
const LEAP_MS = DAY_MS
/** Longer than time synchronisation takes once there is a network. */
const STEADY_MS = 60 * 60_000
/** Clocks that are kept by the network differ by far less. */
const APART_MS = 5 * 60_000

export type Calendar = {
  /** Whether chores may go by `now`, which is then what they have come to. Where they may not, the log says why. Throws where PostgreSQL does. */
  isTrusted(now: Date): Promise<boolean>
}

/** `monotonicMs`: a clock that nobody sets. */
export function createCalendar(
  db: Queryable,
  log: Pick<Logger, 'error' | 'info'>,
  monotonicMs: () => number = () => performance.now(),
): Calendar {
  const ofClock = createComplaint(
    { warn: log.error.bind(log), info: log.info.bind(log) },
    {
      failed: 'the clock is not believed, and nothing is done that the calendar asks for',
      worked: 'the clock is believed again',
    },
  )
  /** The leap as it was first seen, on both clocks. */
  let leap: { wallMs: number; monotonicMs: number } | undefined

  function hasGoneSteadily(nowMs: number): boolean {
    const here = { wallMs: nowMs, monotonicMs: monotonicMs() }
    leap ??= here
    const passedMs = here.monotonicMs - leap.monotonicMs
    // Set once more since then.
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
      return `this machine's clock (${now.toISOString()}) is ${Math.round(Math.abs(apartMs) / 1000)} s ${apartMs > 0 ? 'ahead of' : 'behind'} PostgreSQL's: set the one that is wrong`
    }
    const leaptMs = reached === null ? 0 : now.getTime() - reached.getTime()
    if (leaptMs > LEAP_MS && !hasGoneSteadily(now.getTime())) {
      return `this machine's clock (${now.toISOString()}) is ${Math.round(leaptMs / DAY_MS)} days beyond the last round: set it if it is wrong; where it is right, they begin within the hour`
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

/** These chores as of now, or undefined where the clock may not be believed. Throws what they throw. */
export async function byCalendar<Round>(
  calendar: Calendar,
  chores: (now: Date) => Promise<Round>,
): Promise<Round | undefined> {
  const now = new Date()
  return (await calendar.isTrusted(now)) ? chores(now) : undefined
}
