/**
 * Codes and amounts are typed in Latin letters and digits, whatever the keyboard layout. On an Armenian layout the
 * same keys type ԿՀ, and even the digit row types letters and signs. So does a hand scanner, which is a keyboard to
 * the browser.
 */
import type { KeyboardEvent } from 'react'

/** Includes the marks on the digit keys. */
const ARMENIAN = /^[\u0531-\u058a]$/
const ASCII_LETTER_OR_DIGIT = /^[0-9a-z]$/i

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Undefined unless the layout types another character. */
export function latinSign({ key, code, ctrlKey, altKey, metaKey, shiftKey }: Key): string | undefined {
  if (ctrlKey || altKey || metaKey || key.length !== 1 || ASCII_LETTER_OR_DIGIT.test(key)) return undefined
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return shiftKey ? undefined : digit
  // Other alphabets: normaliseCode maps lookalikes (H12), because Cyrillic К is on another key than K.
  return ARMENIAN.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
}

/** For a field's `onKeyDown`: types the Latin character instead, if it matches `wanted`. */
export function typeLatin(event: KeyboardEvent<HTMLInputElement>, wanted = /^[0-9A-Z]$/): void {
  const sign = latinSign(event)
  if (sign === undefined || !wanted.test(sign)) return
  event.preventDefault()
  const input = event.currentTarget
  const [start, end] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length]
  // The prototype's setter: React ignores a value set on the element itself, and runs no onChange.
  setValue?.call(input, input.value.slice(0, start) + sign + input.value.slice(end))
  input.setSelectionRange(start + 1, start + 1)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** An on-screen Armenian keyboard sends no key codes. */
export const hasArmenian = (code: string): boolean => /[\u0531-\u058f]/.test(code)
