/** Points that arrived while the page was open, shown for a moment. */
import { useEffect, useRef, useState } from 'react'
import type { BuyerPoints } from '#contracts/calls/buyer.ts'
import { toTenths } from '#web/lib/words/format.ts'

const SHOWN_MS = 8_000

export interface Arrival {
  business: BuyerPoints['business']
  pointsTenths: number
}

export function arrivalsBetween(before: readonly BuyerPoints[], after: readonly BuyerPoints[]): Arrival[] {
  return after
    .map(({ points, business }) => {
      const had = before.find((entry) => entry.business.id === business.id)
      return { business, pointsTenths: toTenths(points) - (had ? toTenths(had.points) : 0) }
    })
    .filter(({ pointsTenths }) => pointsTenths > 0)
}

/**
 * `moves` counts live updates: an increase without one is the buyer's own doing (e.g. a cancelled perk), and is not
 * celebrated.
 */
export function useArrivals(points: readonly BuyerPoints[] | undefined, moves: number): Arrival[] {
  const before = useRef(points)
  const handled = useRef(moves)
  const [arrivals, setArrivals] = useState<Arrival[]>([])

  useEffect(() => {
    if (points === before.current) return
    if (points && before.current && moves !== handled.current) {
      handled.current = moves
      const news = arrivalsBetween(before.current, points)
      if (news.length > 0) setArrivals(news)
    }
    before.current = points
  }, [points, moves])

  useEffect(() => {
    if (arrivals.length === 0) return
    const timer = setTimeout(() => setArrivals([]), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [arrivals])

  return arrivals
}
