/**
 * The window that faces the buyer, in the same browser as the counter. It is told the business's name and the points
 * of the current award, and nothing about anybody.
 */
import { useEffect, useRef, useState } from 'react'

export interface ShownToBuyer {
  businessName: string
  /** In tenths; null between two buyers. */
  award: { points: number; balance: number } | null
}

type Told = { shown: ShownToBuyer } | { asks: true }

const CHANNEL = 'hatik.buyer-display'
/** Then the display greets the next buyer (ms). */
const AWARD_SHOWN_MS = 8_000

const open = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)

/** The counter's side. A display opened later asks for what is shown. */
export function useTellDisplay(businessName: string): (award: ShownToBuyer['award']) => void {
  const channel = useRef<BroadcastChannel>(undefined)
  const shown = useRef<ShownToBuyer>({ businessName, award: null })

  useEffect(() => {
    const own = open()
    channel.current = own
    shown.current = { ...shown.current, businessName }
    const tell = (): void => own?.postMessage({ shown: shown.current } satisfies Told)
    own?.addEventListener('message', ({ data }: MessageEvent<Told>) => 'asks' in data && tell())
    tell()
    return () => own?.close()
  }, [businessName])

  return (award) => {
    shown.current = { ...shown.current, award }
    channel.current?.postMessage({ shown: shown.current } satisfies Told)
  }
}

/** The display's side. Undefined until a counter answers. */
export function useShownToBuyer(): ShownToBuyer | undefined {
  const [shown, setShown] = useState<ShownToBuyer>()

  useEffect(() => {
    const own = open()
    let timer: ReturnType<typeof setTimeout> | undefined
    own?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if (!('shown' in data)) return
      setShown(data.shown)
      clearTimeout(timer)
      if (data.shown.award) timer = setTimeout(setShown, AWARD_SHOWN_MS, { ...data.shown, award: null })
    })
    own?.postMessage({ asks: true } satisfies Told)
    return () => {
      clearTimeout(timer)
      own?.close()
    }
  }, [])
  return shown
}
