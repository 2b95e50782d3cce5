/** R58-R60: the buyer's lists show five at a time. */
export const PAGE_SIZE = 5

export interface Page<Item> {
  items: readonly Item[]
  /** From 0. Falls back to the last page when a page empties (R61). */
  index: number
  count: number
}

/** No pager for a single page (R60); an empty list has one empty page. */
export function pageOf<Item>(all: readonly Item[], wanted: number, size: number = PAGE_SIZE): Page<Item> {
  const count = Math.max(1, Math.ceil(all.length / size))
  const index = Math.min(Math.max(0, wanted), count - 1)
  return { items: all.slice(index * size, (index + 1) * size), index, count }
}
