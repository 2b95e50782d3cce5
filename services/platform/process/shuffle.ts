/** Shuffles the items so that one that always fails cannot starve those behind it. */
export function shuffle<Item>(items: Iterable<Item>): Item[] {
  return [...items]
    .map((item) => ({ item, by: Math.random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item)
}
