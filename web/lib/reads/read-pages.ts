import { useState } from 'react'
import useSWR from 'swr'
import { api } from '#web/lib/api/api.ts'
import { useReading, type Reading } from './read.ts'
import type { Reply } from '#web/lib/api/reply.ts'

export interface ReadingPages<Item> extends Reading<Item[]> {
  /** Undefined on the last page. Rejects with ApiError. */
  more: (() => Promise<void>) | undefined
}

interface Page<Item> {
  value: Item[]
  next: string | undefined
}

/** A refresh starts over with the first page. */
export function useReadPages<Item>(path: string, reply: Reply<Item[]>): ReadingPages<Item> {
  const first = useSWR<Page<Item>, unknown>(path, (wanted: string) => api.readPage(wanted, reply))
  const [further, setFurther] = useState<Page<Item> & { of: Page<Item> }>()
  const of = first.data
  const shown = further?.of === of ? further : undefined
  const next = shown ? shown.next : of?.next

  async function more(): Promise<void> {
    if (!of || next === undefined) return
    const page = await api.readPage(`${path}${path.includes('?') ? '&' : '?'}before=${encodeURIComponent(next)}`, reply)
    setFurther({ of, value: [...(shown?.value ?? []), ...page.value], next: page.next })
  }

  return {
    ...useReading(first),
    value: of && [...of.value, ...(shown?.value ?? [])],
    more: next === undefined ? undefined : more,
  }
}
