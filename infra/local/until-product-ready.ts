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

/** For a new version, whose worker builds its read models from the log before the API is ready. */
export function buildingLine({ fraction, secondsLeft }: NonNullable<PublicReady['projection']['building']>): string {
  const percent = `Building the read models of this version: ${Math.floor(fraction * 100)} %`
  if (secondsLeft === null) return percent
  if (secondsLeft < 60) return `${percent}, about ${secondsLeft} s left`
  const minutes = Math.ceil(secondsLeft / 60)
  return `${percent}, about ${minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`} left`
}

/**
 * Waits until the API is ready. Returns a message if only the read models are blocked until somebody decides. `step` is
 * called between checks and aborts by throwing. `progress` gets a line while read models are being built, which may
 * take hours, and nothing at the end. Throws on timeout.
 */
export async function untilProductReady(
  url: string,
  step: () => void,
  progress: (line?: string) => void = () => {},
): Promise<string | undefined> {
  let startedAt = performance.now()
  let heldSince: number | undefined
  for (;;) {
    const { ready, body } = await ask(url)
    const now = performance.now()
    const building = ready?.projection.building
    if (building) {
      progress(buildingLine(building))
      startedAt = now
    } else progress()
    if (ready?.status === 'ready') return undefined
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
