import { useState } from 'react'

/** The latest value that was not undefined, e.g. what a dialog shows while it closes. Must be a stable reference. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
