import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * For a form whose fields say what is asked now (by `defaultValue`), and follow when `asked` changes. One form for all questions: a new one
 * for each would take the focus from whoever asks by keyboard.
 */
export function useFollowingForm(asked: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.reset(), [asked])
  return form
}

/** Before a button in the form goes with its own press: the focus stays, on what asks. */
export function focusSubmit(form: RefObject<HTMLFormElement | null>): void {
  form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
}
