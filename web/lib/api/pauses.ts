/** Longest time (ms) that long work may block the page. */
const WORK_MS = 24

/** Long work awaits this repeatedly, so that the page can respond in between. */
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
