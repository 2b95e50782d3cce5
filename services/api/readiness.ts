import type { Ready } from '#contracts/health.ts'
import { projectionStatus } from '#projections/runtime/status.ts'
import { checkSummary } from '#projections/self-check/queries.ts'
import type { Deps } from './deps.ts'

export const VERSION = '0.1.0'
/** A part that does not answer within this is down. */
const ANSWER_WITHIN_MS = 2_000
const READY_KEY = 'hatik:ready'
const READY_SECONDS = 60

type Asked<T> = { ok: true; value: T } | { ok: false; detail: string }

/** Asks every part at once; none of them can hold the answer up. */
export async function readiness(deps: Deps): Promise<Ready> {
  const [store, head, postgres, redis, projection, queue, checked] = await Promise.all([
    ask(deps.storeInfo()),
    ask(deps.head()),
    ask(deps.pool.query('SELECT 1')),
    // One that answers and takes nothing lets nobody sign in, and nobody award (F29).
    ask(deps.redis.set(READY_KEY, VERSION, 'EX', READY_SECONDS)),
    ask(projectionStatus(deps.pool)),
    ask(deps.projectionQueue.counts()),
    ask(checkSummary(deps.pool)),
  ])
  const checkpoint = projection.ok ? projection.value.checkpoint : null
  const headPosition = head.ok && head.value !== null ? head.value.toString() : null
  const stoppedBy = projection.ok ? projection.value.stoppedBy : null
  const parts = {
    store: { ...part(store), product: store.ok ? store.value.product : 'unknown' },
    postgres: part(postgres),
    redis: part(redis),
    projection: {
      ok: projection.ok && projection.value.generation !== null && stoppedBy === null,
      generation: projection.ok ? projection.value.generation : null,
      checkpoint,
      head: headPosition,
      caughtUp: head.ok && (headPosition === null || (checkpoint !== null && BigInt(checkpoint) >= BigInt(headPosition))),
      stoppedBy: stoppedBy ? `${stoppedBy.type} at ${stoppedBy.position}: ${stoppedBy.reason}` : null,
      ...(projection.ok ? {} : { detail: projection.detail }),
    },
    queue: { ...part(queue), waiting: queue.ok ? queue.value.waiting : 0, failed: queue.ok ? queue.value.failed : 0 },
  }
  const selfCheck = { lastAt: checked.ok ? (checked.value.lastAt?.toISOString() ?? null) : null, differences: checked.ok ? checked.value.differences : 0 }
  const ready = !deps.ending.begun && Object.values(parts).every(({ ok }) => ok)
  return { status: ready ? 'ready' : 'not_ready', version: VERSION, node: process.version, ...parts, selfCheck }
}

async function ask<T>(question: Promise<T>): Promise<Asked<T>> {
  const late = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('no answer in time')), ANSWER_WITHIN_MS).unref())
  try {
    return { ok: true, value: await Promise.race([question, late]) }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** What a part is said to be, without its value: a detail only where it is down. */
function part(asked: Asked<unknown>): { ok: boolean; detail?: string } {
  return asked.ok ? { ok: true } : { ok: false, detail: asked.detail }
}
