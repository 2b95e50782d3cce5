import { useEffect, useEffectEvent } from 'react'
import { latinSign } from '#web/lib/device/latin-keys.ts'

export interface Keys {
  /** `atMs`: when the key was pressed. */
  onSign: (sign: string, atMs: number) => void
  onBack: () => void
  onEnter: (atMs: number) => void
  onEscape: () => void
  /** A code is being typed, so signs that no code has belong to it, e.g. those of a scanned address. */
  inCode: boolean
  /** Gets the focus with the first sign, so that Enter then is not a press of the button that had it. */
  field: () => HTMLElement | null
  /** Off while the screen is only looked at. */
  off: boolean
}

const LETTER_OR_DIGIT = /^[\p{L}\d]$/u

export const isDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** A keyboard, or a hand scanner, works wherever the focus is; but not in a dialog or another field. */
export function useKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { onSign, onBack, onEnter, onEscape, inCode, field, off } = keys
    const { target, key } = event
    if (off || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isDialogOpen()) return
    const own = field()
    if (target !== own && target instanceof Element && target.matches('input, textarea, select')) return
    const sign = latinSign(event) ?? key
    if (LETTER_OR_DIGIT.test(sign) || (inCode && sign.length === 1 && sign !== ' ')) {
      event.preventDefault()
      own?.focus({ preventScroll: true })
      return onSign(sign.toUpperCase(), event.timeStamp)
    }
    // A button that was reached by keyboard is pressed.
    if (key === 'Enter' && target !== own && target instanceof Element && target.matches('a, button')) return
    // Enter held down is one Enter: a question that appears meanwhile needs an answer of its own.
    if (event.repeat && key === 'Enter') return event.preventDefault()
    const act = { Backspace: onBack, Enter: () => onEnter(event.timeStamp), Escape: onEscape }[key]
    if (!act) return
    event.preventDefault()
    act()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
