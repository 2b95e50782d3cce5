/**
 * The ids of the last few thousand events: all that a repeat of an append with `any` or `stream_exists` has to go by.
 * It is small and empty after a start on purpose, as on the real server (eventstoredb.md 2.2): who wants an exact repeat
 * names the revision.
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

  /** Where this id was written on this stream, if that is remembered. */
  find(stream: string, id: string): WrittenBefore | undefined {
    const found = this.#found.get(id)
    return found?.stream === stream ? found : undefined
  }
}
