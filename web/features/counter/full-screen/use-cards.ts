import { useEffect, useRef, useState } from 'react'
import { LASTS_MS, type Card } from './card.ts'

export interface Cards {
  card: Card
  /** Returns a number by which a late reply knows whether its card is still there. */
  show: (card: Card) => number
  isShown: (shown: number) => boolean
  /** Does nothing once another card is shown. */
  replace: (shown: number, card: Card) => void
}

export function useCards(): Cards {
  const [card, setCard] = useState<Card>({ kind: 'ready' })
  const latest = useRef(0)

  useEffect(() => {
    const lastsMs = LASTS_MS[card.kind]
    if (lastsMs === undefined) return
    const timer = setTimeout(() => {
      latest.current += 1
      setCard({ kind: 'ready' })
    }, lastsMs)
    return () => clearTimeout(timer)
  }, [card])

  const isShown = (shown: number): boolean => shown === latest.current
  return {
    card,
    show: (next) => {
      latest.current += 1
      setCard(next)
      return latest.current
    },
    isShown,
    replace: (shown, next) => {
      if (isShown(shown)) setCard(next)
    },
  }
}
