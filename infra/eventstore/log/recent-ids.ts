/**
 * IDs of the last few thousand events, to recognise repeats of appends with `any` or `stream_exists`. Small and not
 * persistent, as on the real server; exact repeats need an expected revision.
 */
import type { WrittenBefore } from './decide-append.ts'
import type { StoredEvent } from './model.ts'

export class RecentIds {
  readonly #limit: number
  readonly #found = new Map<string, WrittenBefore & { stream: string }>()

  constructor(limit = 4096) {
    this.#limit = limit
  }

  add(events: readonly StoredEvent[]): void {
    for (const { id, stream, revision, position } of events) {
      this.#found.delete(id)
      this.#found.set(id, { stream, revision, position })
    }
    for (const id of this.#found.keys()) {
      if (this.#found.size <= this.#limit) break
      this.#found.delete(id)
    }
  }

  find(stream: string, id: string): WrittenBefore | undefined {
    const found = this.#found.get(id)
    return found?.stream === stream ? found : undefined
  }
}
