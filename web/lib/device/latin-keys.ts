/**
 * Codes and amounts are typed with Latin letters and digits, whatever layout is switched on: on an Armenian one the same keys type ԿՀ and even the
 * row of digits types letters and signs; so does a hand scanner, which is a keyboard to the browser. The key says which one it is.
 */
import type { KeyboardEvent } from 'react'

/** Letters, and the marks that stand beside them on the keys of digits. */
const ARMENIAN = /^[\u0531-\u058a]$/
const ASCII_LETTER_OR_DIGIT = /^[0-9a-z]$/i

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** What stands on this key in Latin, where the layout types something else; undefined for every other key. */
export function latinSign({ key, code, ctrlKey, altKey, metaKey, shiftKey }: Key): string | undefined {
  if (ctrlKey || altKey || metaKey || key.length !== 1 || ASCII_LETTER_OR_DIGIT.test(key)) return undefined
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return shiftKey ? undefined : digit
  // Of other alphabets only what looks the same is taken for it, by normaliseCode (H12): К is on another key than K.
  return ARMENIAN.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
}

/** For the `onKeyDown` of a field: types the Latin sign in the place of the other. `wanted`: what the field takes. */
export function typeLatin(event: KeyboardEvent<HTMLInputElement>, wanted = /^[0-9A-Z]$/): void {
  const sign = latinSign(event)
  if (sign === undefined || !wanted.test(sign)) return
  event.preventDefault()
  const input = event.currentTarget
  const [start, end] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length]
  // As the browser itself would: what is set on the element alone React takes for its own doing, and tells no onChange of it.
  setValue?.call(input, input.value.slice(0, start) + sign + input.value.slice(end))
  input.setSelectionRange(start + 1, start + 1)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Whether somebody has typed a code on an Armenian keyboard that says nothing of its keys, as those on a screen. */
export const hasArmenian = (code: string): boolean => /[\u0531-\u058f]/.test(code)
