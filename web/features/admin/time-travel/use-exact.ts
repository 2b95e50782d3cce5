import { useMemo } from 'react'
import { useFormat } from '#web/lib/words/use-format.ts'

/** A moment to the second: several events may lie in one minute. */
export function useExact(): (at: string) => string {
  const format = useFormat()
  return useMemo(() => (at) => `${format.moment(new Date(at))}:${at.slice(17, 19)}`, [format])
}
