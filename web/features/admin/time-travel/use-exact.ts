import { useMemo } from 'react'
import { useFormat } from '#web/lib/words/use-format.ts'

/** To the second, because a minute may have several events. */
export function useExact(): (at: string) => string {
  const format = useFormat()
  return useMemo(() => (at) => `${format.moment(new Date(at))}:${at.slice(17, 19)}`, [format])
}
