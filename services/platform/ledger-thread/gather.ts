/** Collects what comes up in one turn of the event loop, and hands it over together when the turn is over. */
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
