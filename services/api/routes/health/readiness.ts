import { LOG_ENDS_EARLY, STOPPED, type PublicReady, type Ready } from '#contracts/calls/health.ts'
import { NothingWritten } from '#platform/ledger-thread/write-outage.ts'
import { sqlState } from '#platform/postgres/postgres.ts'
import { isBlocked } from '#projections/runtime/catch-up/blocked.ts'
import { logEndsBefore } from '#projections/runtime/wake/log-end.ts'
import { createBuildEstimate } from './build-estimate.ts'
import { projectionStatus } from '#projections/runtime/generations/status.ts'
import { checkSummary } from '#projections/self-check/queries.ts'
import type { Deps } from '../../deps.ts'

export const VERSION = '0.1.0'
/** Slower parts count as down. */
const ANSWER_WITHIN_MS = 2_000
const READY_KEY = 'hatik:ready'
const READY_SECONDS = 60

/** Public reasons. A part's own message names hosts, so it is for administrators and the log. */
type PartCode = 'timeout' | 'unreachable' | 'refused'

type Asked<T> = { ok: true; value: T } | { ok: false; detail: string; code: PartCode }
type Part = { ok: boolean; detail?: string }
/** `all`: with versions and messages, for administrators and the log. `told`: public, in codes. */
type Readiness = { all: Ready; told: PublicReady }

const estimate = createBuildEstimate(() => performance.now())
const underWay = new WeakMap<Deps, Promise<Readiness>>()

/**
 * Checks all parts in parallel. Simultaneous callers share one check: otherwise a crowd could overload the parts and
 * make them look down.
 */
export function readiness(deps: Deps): Promise<Readiness> {
  const before = underWay.get(deps)
  if (before) return before
  const asked = askParts(deps).finally(() => underWay.delete(deps))
  underWay.set(deps, asked)
  return asked
}

async function askParts(deps: Deps): Promise<Readiness> {
  const [store, head, postgres, redis, projection, queue, checked, logEnd] = await Promise.all([
    ask(deps.storeInfo()),
    ask(deps.head()),
    ask(clockAheadSeconds(deps)),
    // A write: a Redis that answers but stores nothing allows no sign-in and no award.
    ask(deps.redis.set(READY_KEY, VERSION, 'EX', READY_SECONDS)),
    ask(projectionStatus(deps.pool)),
    ask(deps.projectionQueue.counts()),
    ask(checkSummary(deps.pool)),
    ask(logEndsBefore(deps.pool, deps.endOfLog)),
  ])
  const checkpoint = projection.ok ? projection.value.checkpoint : null
  const headPosition = head.ok && head.value !== null ? head.value.toString() : null
  const stoppedBy = projection.ok ? projection.value.stoppedBy : null
  const ended = logEnd.ok ? logEnd.value : undefined
  const isOtherLog = ended !== undefined || isBlocked({ stoppedBy })
  const building = projection.ok && projection.value.building ? estimate(projection.value.building) : null
  const partsBy = (part: (asked: Asked<unknown>) => Part, stopped: string | null) => ({
    store: part(store),
    postgres: { ...part(postgres), clockAheadSeconds: postgres.ok ? postgres.value : null },
    redis: part(redis),
    projection: {
      ...part(projection),
      ok: projection.ok && projection.value.generation !== null && stoppedBy === null && !isOtherLog,
      generation: projection.ok ? projection.value.generation : null,
      checkpoint,
      head: headPosition,
      caughtUp:
        head.ok &&
        !isOtherLog &&
        (headPosition === null || (checkpoint !== null && BigInt(checkpoint) >= BigInt(headPosition))),
      stoppedBy: stopped,
      building,
    },
    queue: { ...part(queue), waiting: queue.ok ? queue.value.waiting : 0, failed: queue.ok ? queue.value.failed : 0 },
  })
  const parts = partsBy(
    detailed,
    ended?.reason ?? (stoppedBy && `${stoppedBy.type} at ${stoppedBy.position}: ${stoppedBy.reason}`),
  )
  const selfCheck = {
    lastAt: checked.ok ? (checked.value.lastAt?.toISOString() ?? null) : null,
    differences: checked.ok ? checked.value.differences : 0,
  }
  const ready = !deps.ending.begun && Object.values(parts).every(({ ok }) => ok)
  const whole = {
    status: ready ? ('ready' as const) : ('not_ready' as const),
    selfCheck,
  }
  const product = store.ok ? store.value.product : 'unknown'
  return {
    all: { ...whole, ...parts, version: VERSION, node: process.version, store: { ...parts.store, product } },
    told: { ...whole, ...partsBy(coded, isOtherLog ? LOG_ENDS_EARLY : stoppedBy && STOPPED) },
  }
}

/** Compares the middle of the round trip. */
async function clockAheadSeconds({ pool, now }: Deps): Promise<number> {
  const askedMs = now().getTime()
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  return Math.round(((askedMs + now().getTime()) / 2 - rows[0]!.at.getTime()) / 1000)
}

async function ask<T>(question: Promise<T>): Promise<Asked<T>> {
  const late = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Late()), ANSWER_WITHIN_MS).unref())
  try {
    return { ok: true, value: await Promise.race([question, late]) }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error), code: codeOf(error) }
  }
}

class Late extends Error {
  override readonly message = 'no response in time'
}

/** A refusal, as by a full server, differs from silence. */
function codeOf(error: unknown): PartCode {
  if (error instanceof Late) return 'timeout'
  if (error instanceof NothingWritten) return 'refused'
  return sqlState(error) !== undefined || (error instanceof Error && error.name === 'ReplyError')
    ? 'refused'
    : 'unreachable'
}

const detailed = (asked: Asked<unknown>): Part => (asked.ok ? { ok: true } : { ok: false, detail: asked.detail })
const coded = (asked: Asked<unknown>): Part => (asked.ok ? { ok: true } : { ok: false, detail: asked.code })
