/** How long the page may be at work without looking up. */
const WORK_MS = 24

/** Long work asks this again and again: whenever it has gone on for a while, the page gets its turn. */
export function createPauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < WORK_MS) return undefined
    return new Promise((resolve) =>
      setTimeout(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}
