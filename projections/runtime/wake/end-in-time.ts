/** The end of a process that waits for its parts, and says which of them it waited for where they take too long (F11). */

export interface Ending {
  /** Resolves when each of these parts has ended, whether it could or not. `parts`: by the names that whoever reads the log knows them by. */
  ended(parts: Readonly<Record<string, Promise<unknown>>>): Promise<void>
}

/** `onCutOff` is called `waitMs` after this call with the parts that have not ended by then; nothing keeps a process running only for that. */
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
