export interface Ending {
  /** Resolves when all parts have settled. */
  ended(parts: Readonly<Record<string, Promise<unknown>>>): Promise<void>
}

/** Calls `onCutOff` after `waitMs` with the open parts; the timer does not keep the process running. */
export function beginEnding({
  waitMs,
  onCutOff,
}: {
  waitMs: number
  onCutOff: (waitedFor: readonly string[]) => void
}): Ending {
  const open = new Set<string>()
  setTimeout(() => onCutOff([...open]), waitMs).unref()
  return {
    async ended(parts) {
      await Promise.all(
        Object.entries(parts).map(async ([name, part]) => {
          open.add(name)
          await part.catch(() => {})
          open.delete(name)
        }),
      )
    },
  }
}
