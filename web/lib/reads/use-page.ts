import { useState } from 'react'
import { PAGE_SIZE, pageOf, type Page } from '#web/lib/api/paging.ts'
import { usePrinting } from '#web/lib/device/use-printing.ts'

export function usePage<Item>(
  all: readonly Item[],
  size: number = PAGE_SIZE,
): Page<Item> & { turnTo: (index: number) => void } {
  const [wanted, turnTo] = useState(0)
  const isPrinting = usePrinting()
  return { ...pageOf(all, wanted, isPrinting ? Math.max(1, all.length) : size), turnTo }
}
