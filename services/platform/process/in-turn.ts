/**
 * Makes a queue in which one thing is done at a time, in the order of coming. Where `most` are in it, the one under way included, the next is refused
 * with `full`, and holds nothing.
 */
export function createInTurn(most: number, full: () => Error): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let all = 0

  return (work) => {
    if (all >= most) return Promise.reject(full())
    all += 1
    const turn = last.then(work).finally(() => (all -= 1))
    last = turn.catch(() => {})
    return turn
  }
}
