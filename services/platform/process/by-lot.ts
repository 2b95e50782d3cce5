/** The items in an order that is drawn by lot: what fails again and again stands before nobody for good. */
export function byLot<Item>(items: Iterable<Item>): Item[] {
  return [...items]
    .map((item) => ({ item, by: Math.random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item)
}
