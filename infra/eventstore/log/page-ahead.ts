/** Prefetches pages: PostgreSQL reads the next while the last is being sent. */
import type { FoundEvents } from './log-store.ts'
import type { StoredEvent } from './model.ts'

export type Page = FoundEvents & {
  /** The head when the page was requested; a last page is complete up to here. */
  asOf: number
}

type PageSource = {
  fetch: (from: number, limit: number) => Promise<FoundEvents>
  after: (last: StoredEvent) => number
  headPosition: () => number
}

/** Rows per page, well below a megabyte for ordinary events; large events end it sooner (log-store.ts). */
export const PAGE_ROWS = 1000

/** `wanted`: events still needed, beyond which no page is fetched. */
export function pageAhead({
  fetch,
  after,
  headPosition,
}: PageSource): (from: number, limit: number, wanted: number) => Promise<Page> {
  let ahead: { from: number; page: Promise<Page> } | null = null

  const start = async (from: number, limit: number): Promise<Page> => {
    const asOf = headPosition()
    return { ...(await fetch(from, limit)), asOf }
  }

  return async (from, limit, wanted) => {
    const asked = ahead
    ahead = null
    const page = await (asked && asked.from === from ? asked.page : start(from, limit))
    const last = page.events.at(-1)
    const left = wanted - page.events.length
    if (last && page.more && left > 0) {
      const next = after(last)
      const started = start(next, Math.min(left, PAGE_ROWS))
      started.catch(() => undefined)
      ahead = { from: next, page: started }
    }
    return page
  }
}
