/**
 * One user action at a time. Its idempotency key is kept while the outcome is unknown: pressing the button again with
 * the same input repeats the same action, never a second one.
 */
import { useRef, useState } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import type { OpenKeys } from '#web/lib/device/open-keys.ts'

export interface Action<Input, Reply> {
  run: (input: Input) => Promise<Reply>
  running: boolean
}

export interface ActionOptions {
  /** Remembers one key per input (for single-use codes), not only for the last input. Must be a stable reference. */
  everyInput?: OpenKeys
}

/** Rejects with ApiError. */
export function useAction<Input, Reply>(
  perform: (input: Input, key: string) => Promise<Reply>,
  { everyInput }: ActionOptions = {},
): Action<Input, Reply> {
  const [running, setRunning] = useState(false)
  /** Keys with an unknown outcome, by input. */
  const last = useRef(new Map<string, string>())
  const run = async (input: Input): Promise<Reply> => {
    const written = JSON.stringify(input, fileByItsMarks) ?? ''
    const open = everyInput ?? last.current
    const key = open.get(written) ?? newKey()
    if (!everyInput) last.current.clear()
    open.set(written, key)
    setRunning(true)
    try {
      const reply = await perform(input, key)
      open.delete(written)
      return reply
    } catch (error) {
      if (!(error instanceof ApiError && error.outcomeUnknown)) open.delete(written)
      throw error
    } finally {
      setRunning(false)
    }
  }

  return { run, running }
}

/** JSON omits a file's identity, so another file would count as the same input. */
function fileByItsMarks(_name: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}
