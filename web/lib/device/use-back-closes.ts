import { useEffect, useEffectEvent } from 'react'
import { newKey } from '#web/lib/api/new-key.ts'

const MARK = 'hatikOpened'

/** The mark of the current history entry. */
const markHere = (): unknown => (window.history.state as Record<string, unknown> | null)?.[MARK]

/**
 * The browser's way back closes what covers the whole screen, instead of leaving the page. Closing otherwise removes
 * the history entry again, unless a navigation has replaced it.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const mark = newKey()
    let isMarked = false
    // Later, because development runs every effect twice.
    const timer = setTimeout(() => {
      window.history.pushState({ ...window.history.state, [MARK]: mark }, '')
      isMarked = true
    })
    const look = (): void => {
      if (isMarked && markHere() !== mark) close()
    }
    window.addEventListener('popstate', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('popstate', look)
      if (markHere() === mark) window.history.back()
    }
  }, [open])
}
