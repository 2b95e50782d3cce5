/** One job at a time, in order; beyond `most` (with the running one) rejects with `full`. */
export function createSerialiser(most: number, full: () => Error): <T>(work: () => Promise<T>) => Promise<T> {
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
