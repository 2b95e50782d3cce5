/** Projection lag: from an award's response until the checkpoint includes it. */
import pg from 'pg'
import { CHECKPOINT_CHANNEL } from '#projections/runtime/catch-up/checkpoints.ts'
import { Samples } from '../measure/percentiles.ts'

const LONGEST_WAIT_MS = 60_000

export type Moment = { position: number; atMs: number }

export class CheckpointWatch {
  readonly #client: pg.Client
  readonly #checkpoints: Moment[] = []
  readonly #acknowledged: Moment[] = []

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(databaseUrl: string): Promise<CheckpointWatch> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hatik-bench-watch' })
    const watch = new CheckpointWatch(client)
    client.on('error', () => {})
    client.on('notification', ({ payload }) => {
      const position = Number(payload?.split(':')[1])
      if (Number.isFinite(position)) watch.#checkpoints.push({ position, atMs: performance.now() })
    })
    await client.connect()
    await client.query(`LISTEN ${CHECKPOINT_CHANNEL}`)
    return watch
  }

  acknowledged(moment: Moment): void {
    this.#acknowledged.push(moment)
  }

  /** Waits for the last award, at most a minute; later ones are counted as unseen. */
  async close(): Promise<{ lagMs: Samples; unseen: number }> {
    const last = this.#acknowledged.reduce((most, { position }) => Math.max(most, position), 0)
    const startedAt = performance.now()
    while ((this.#checkpoints.at(-1)?.position ?? 0) < last && performance.now() - startedAt < LONGEST_WAIT_MS) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await this.#client.end()
    return lagOf(this.#acknowledged, this.#checkpoints)
  }
}

/** `checkpoints` in order of arrival. */
export function lagOf(
  acknowledged: readonly Moment[],
  checkpoints: readonly Moment[],
): { lagMs: Samples; unseen: number } {
  const lagMs = new Samples()
  let unseen = 0
  let next = 0
  for (const award of [...acknowledged].sort((a, b) => a.position - b.position)) {
    while (next < checkpoints.length && checkpoints[next]!.position < award.position) next += 1
    const seen = checkpoints[next]
    if (seen) lagMs.push(Math.max(0, seen.atMs - award.atMs))
    else unseen += 1
  }
  return { lagMs, unseen }
}
