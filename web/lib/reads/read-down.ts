/**
 * A list of pages from the top down to the item with which it ended on the screen, however many have come on top: none is lost, none doubled. To its
 * very end where there is no such item. `first`: the first page's answer; `found`: whether the item was there. Rejects with what `read` rejects with.
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
