/**
 * Reads pages down to the item that ended the list on screen, or to the end without it, so that new items on top
 * neither drop nor duplicate any. `found`: whether that item was there. Rejects as `read` does.
 */
export async function readDown<Item, Page extends { next: string | null }>(
  read: (before?: string) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  isLast: (item: Item) => boolean,
): Promise<{ first: Page; items: Item[]; found: boolean }> {
  const first = await read()
  const items: Item[] = []
  for (let page = first; ; page = await read(page.next)) {
    items.push(...itemsOf(page))
    const end = items.findIndex(isLast)
    if (end >= 0) return { first, items: items.slice(0, end + 1), found: true }
    if (page.next === null) return { first, items, found: false }
  }
}
