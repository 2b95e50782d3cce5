/**
 * One user action at a time. Its key is made once and kept while nobody knows whether the server did it: who presses the button
 * again after a lost connection, with the same input, repeats the same action and never a second one (design.md 1, rule 6).
 */
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import type { OpenKeys } from '#web/lib/device/open-keys.ts'

export interface Action<Input, Reply> {
  run: (input: Input) => Promise<Reply>
  running: boolean
}

export interface ActionOptions {
  /**
   * Every input is one act and no other, as a code that can be used once: also after other input it keeps its key, here, until somebody knows. The
   * same object at every render.
   */
  everyInput?: OpenKeys
}

/** Runs `perform` with the action's key. Rejects with ApiError. */
export function useAction<Input, Reply>(
  perform: (input: Input, key: string) => Promise<Reply>,
  { everyInput }: ActionOptions = {},
): Action<Input, Reply> {
  const [running, setRunning] = useState(false)
  /** The key of which nobody knows what came, by its input. */
  const last = useRef(new Map<string, string>())
  const latest = useRef(perform)
  latest.current = perform

  const run = useCallback(
    async (input: Input): Promise<Reply> => {
      const written = JSON.stringify(input, fileByItsMarks) ?? ''
      const open = everyInput ?? last.current
      const key = open.get(written) ?? newKey()
      if (!everyInput) last.current.clear()
      open.set(written, key)
      setRunning(true)
      try {
        const reply = await latest.current(input, key)
        open.delete(written)
        return reply
      } catch (error) {
        if (!(error instanceof ApiError && error.outcomeUnknown)) open.delete(written)
        throw error
      } finally {
        setRunning(false)
      }
    },
    [everyInput],
  )

  return { run, running }
}

/** JSON says nothing of a file: another file is other input. */
function fileByItsMarks(_name: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}
