/** What others gave or took while the page was open, shown for a moment. */
import { useEffect, useRef, useState } from 'react'
import type { BuyerPoints } from '#contracts/calls/buyer.ts'
import { toTenths } from '#web/lib/words/format.ts'

const SHOWN_MS = 8_000

export interface BalanceChange {
  business: BuyerPoints['business']
  /** Below zero after an undone or corrected award. */
  pointsTenths: number
}

export function changesBetween(before: readonly BuyerPoints[], after: readonly BuyerPoints[]): BalanceChange[] {
  return after
    .map(({ points, business }) => {
      const had = before.find((entry) => entry.business.id === business.id)
      return { business, pointsTenths: toTenths(points) - (had ? toTenths(had.points) : 0) }
    })
    .filter(({ pointsTenths }) => pointsTenths !== 0)
}

/**
 * `moves` counts live updates: a change without one is this page's own doing (e.g. a cancelled perk), and needs no
 * words.
 */
export function useBalanceChanges(points: readonly BuyerPoints[] | undefined, moves: number): BalanceChange[] {
  const before = useRef(points)
  const handled = useRef(moves)
  const [changes, setChanges] = useState<BalanceChange[]>([])

  useEffect(() => {
    if (points === before.current) return
    if (points && before.current && moves !== handled.current) {
      handled.current = moves
      const news = changesBetween(before.current, points)
      if (news.length > 0) setChanges(news)
    }
    before.current = points
  }, [points, moves])

  useEffect(() => {
    if (changes.length === 0) return
    const timer = setTimeout(() => setChanges([]), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [changes])

  return changes
}
