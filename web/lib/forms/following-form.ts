import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Resets a form to its `defaultValue`s whenever `asked` changes. Remounting it would lose the keyboard focus. */
export function useFollowingForm(asked: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.reset(), [asked])
  return form
}

/** For a button that disappears with its own press: keeps the focus in the form. */
export function focusSubmit(form: RefObject<HTMLFormElement | null>): void {
  form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
}
