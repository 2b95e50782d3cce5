/** Pages of the log, one ahead: PostgreSQL reads the next while the last is on its way to the client. */
import type { FoundEvents } from './log-store.ts'
import type { StoredEvent } from './model.ts'

export type Page = FoundEvents & {
  /** The head of the log when this page was asked for: a page without more behind it has everything up to here. */
  asOf: number
}

type PageSource = {
  fetch: (from: number, limit: number) => Promise<FoundEvents>
  /** Where the page after this event begins. */
  after: (last: StoredEvent) => number
  headPosition: () => number
}

/** Rows of one page at most, so that a page of ordinary events stays well below a megabyte; one of large events ends sooner (log-store.ts). */
export const PAGE_ROWS = 1000

/** Returns a reader of pages. `wanted` is how many events the caller still needs: no page is fetched beyond that. */
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
      // Whoever needs this page awaits it; if nobody does, its failure concerns nobody.
      started.catch(() => undefined)
      ahead = { from: next, page: started }
    }
    return page
  }
}
