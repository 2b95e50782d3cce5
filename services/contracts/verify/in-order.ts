/**
 * Places whose numbers are in order; others were moved or duplicated. The longest increasing subsequence, or the
 * numbers at their own place if no fewer. Ignores zero; the first of equal numbers counts.
 */
export function inOrder(numbers: readonly number[]): Set<number> {
  const rising = longestRise(numbers)
  const atHome = new Set([...numbers.keys()].filter((place) => numbers[place] === place + 1))
  return atHome.size >= rising.size ? atHome : rising
}

function longestRise(numbers: readonly number[]): Set<number> {
  /** Per length, the place of the smallest ending number. */
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
