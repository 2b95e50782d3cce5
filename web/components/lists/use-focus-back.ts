import { useState } from 'react'

/**
 * Returns the focus to its holder before a dialog opened: dialogs are opened by state, so Radix knows no trigger. If
 * that element is gone or disabled, then or soon after, the page gets the focus. `onCloseFocus` may prevent it.
 */
export function useFocusBack(open: boolean, onCloseFocus?: (event: Event) => void): (event: Event) => void {
  const [last, setLast] = useState<{ open: boolean; opener: Element | null }>({ open: false, opener: null })
  const { opener } = last
  // During render, because a field inside may take the focus before any dialog event.
  if (open !== last.open) setLast({ open, opener: open ? document.activeElement : opener })

  return (event) => {
    onCloseFocus?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    // The action, or the next page, has set the focus already.
    if (document.activeElement !== document.body) return
    if (opener instanceof HTMLElement) opener.focus()
    if (document.activeElement !== opener) focusPage()
    else if (opener) focusPageWithout(opener)
  }
}

const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true })

const canHaveFocus = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** The refresh after an action may remove the opener's row, and the focus with it. */
function focusPageWithout(opener: Element): void {
  const watch = new MutationObserver(() => {
    const { activeElement } = document
    const isThere = canHaveFocus(opener)
    if (isThere && activeElement === opener) return
    watch.disconnect()
    if (!isThere && (activeElement === opener || activeElement === document.body)) focusPage()
  })
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
}
