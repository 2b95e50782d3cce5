import { setTimeout as sleep } from 'node:timers/promises'
import { LOG_ENDS_EARLY, publicReadySchema, STOPPED, type PublicReady } from '#contracts/calls/health.ts'

const WAIT_MS = 180_000
const LOOK_EVERY_MS = 200
/** Ms of a continuous block before it is reported, because a fresh worker may lift it. */
const HELD_FOR_MS = 5_000
const ANSWER_MS = 10_000

const PARTS = ['store', 'postgres', 'redis', 'queue'] as const

/** Messages for blocked read models, by the API's code. */
const STANDS_STILL: Partial<Record<string, string>> = {
  [LOG_ENDS_EARLY]:
    "pages show no new data, because the log ends before the read models' position. Restore the event store that belongs to this database, or rebuild the read models: npm run replay -- --diff, then --switch",
  [STOPPED]: "pages show no new data, because an unreadable event blocks the read models. The worker's log names it",
}

/**
 * Waits until the API is ready. Returns a message if only the read models are blocked until somebody decides. `step` is
 * called between checks and aborts by throwing. Throws on timeout.
 */
export async function untilProductReady(url: string, step: () => void): Promise<string | undefined> {
  const startedAt = performance.now()
  let heldSince: number | undefined
  for (;;) {
    const { ready, body } = await ask(url)
    if (ready?.status === 'ready') return undefined
    const now = performance.now()
    const held =
      ready && PARTS.every((part) => ready[part].ok) ? STANDS_STILL[ready.projection.stoppedBy ?? ''] : undefined
    heldSince = held === undefined ? undefined : (heldSince ?? now)
    if (heldSince !== undefined && now - heldSince > HELD_FOR_MS) return held
    if (now - startedAt > WAIT_MS) throw new Error(`Not ready after ${WAIT_MS / 1000} s. ${url} responds: ${body}`)
    step()
    await sleep(LOOK_EVERY_MS)
  }
}

async function ask(url: string): Promise<{ ready?: PublicReady; body: string }> {
  try {
    const body = await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })).text()
    const ready = publicReadySchema.safeParse(JSON.parse(body))
    return ready.success ? { ready: ready.data, body } : { body }
  } catch (error) {
    return { body: String(error) }
  }
}
