/**
 * The places whose numbers are in their order: what is not among them was moved or doubled. They are the longest run that only rises; where
 * no fewer numbers stand at the very place that they name, those. Zero has no place. Of two equal numbers the first one counts.
 */
export function inOrder(numbers: readonly number[]): Set<number> {
  const rising = longestRise(numbers)
  const atHome = new Set([...numbers.keys()].filter((place) => numbers[place] === place + 1))
  return atHome.size >= rising.size ? atHome : rising
}

function longestRise(numbers: readonly number[]): Set<number> {
  /** The place of the smallest number that ends a run of each length. */
  const ends: number[] = []
  const before: number[] = []
  numbers.forEach((number, place) => {
    if (number === 0) return
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[ends[middle]!]! < number) low = middle + 1
      else high = middle
    }
    before[place] = low === 0 ? -1 : ends[low - 1]!
    const end = ends[low]
    if (end === undefined || numbers[end]! > number) ends[low] = place
  })
  const placed = new Set<number>()
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place]!) placed.add(place)
  return placed
}
