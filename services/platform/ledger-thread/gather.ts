/** Batches the items of one event-loop tick. */
export function gather<T>(handOver: (gathered: T[]) => void): (one: T) => void {
  let gathered: T[] = []
  return (one) => {
    gathered.push(one)
    if (gathered.length > 1) return
    setImmediate(() => {
      const all = gathered
      gathered = []
      handOver(all)
    })
  }
}
