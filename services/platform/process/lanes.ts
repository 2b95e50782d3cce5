/** `most`: with the running job. `mostOfOne`: per key. */
export type LaneLimits = { most: number; mostOfOne?: number }

/** One job at a time from several queues, round-robin. A full lane rejects with `full` without affecting others. */
export function createLanes<Lane extends string>(
  limits: Readonly<Record<Lane, LaneLimits>>,
  full: () => Error,
): <T>(lane: Lane, key: string, work: () => Promise<T>) => Promise<T> {
  type Entry = { key: string; start: () => Promise<unknown> }
  const lanes = (Object.keys(limits) as Lane[]).map((name) => ({ name, entries: [] as Entry[] }))
  let last = -1
  let busy = false

  const nextLane = () =>
    lanes.map((_, index) => (last + 1 + index) % lanes.length).find((index) => (lanes[index]?.entries.length ?? 0) > 0)

  async function serve(): Promise<void> {
    if (busy) return
    busy = true
    for (let index = nextLane(); index !== undefined; index = nextLane()) {
      const { entries } = lanes[index]!
      last = index
      await entries[0]!.start()
    }
    last = -1
    busy = false
  }

  return <T>(lane: Lane, key: string, work: () => Promise<T>) => {
    const { most, mostOfOne = most } = limits[lane]
    const { entries } = lanes.find(({ name }) => name === lane)!
    const ofKey = entries.filter((entry) => entry.key === key).length
    if (entries.length >= most || ofKey >= mostOfOne) return Promise.reject(full())
    const result = Promise.withResolvers<T>()
    // The running job stays first and counts.
    const start = () =>
      work()
        .finally(() => entries.shift())
        .then(result.resolve, result.reject)
    entries.push({ key, start })
    void serve()
    return result.promise
  }
}
