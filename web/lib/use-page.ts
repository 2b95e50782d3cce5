import { useState } from 'react'
import { PAGE_SIZE, pageOf, type Page } from './paging.ts'

/** A list's current page and the way to turn it. */
export function usePage<Item>(
  all: readonly Item[],
  size: number = PAGE_SIZE,
): Page<Item> & { turnTo: (index: number) => void } {
  const [wanted, turnTo] = useState(0)
  return { ...pageOf(all, wanted, size), turnTo }
}
