import { useRef } from 'react'

/**
 * Gives the focus back to what had it when a dialog opened: our dialogs are opened by state, and without a trigger of its own Radix would leave
 * it nowhere. Where that is gone or disabled, by now or a moment later, the page itself has it. What `onCloseFocus` prevents is its own affair.
 */
export function useFocusBack(open: boolean, onCloseFocus?: (event: Event) => void): (event: Event) => void {
  const opener = useRef<Element | null>(null)
  const wasOpen = useRef(false)
  // Here and not in an event of the dialog: a field inside may take the focus before any comes.
  if (open && !wasOpen.current) opener.current = document.activeElement
  wasOpen.current = open

  return (event) => {
    onCloseFocus?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    // Somebody has it: what the act has brought, or the next page.
    if (document.activeElement !== document.body) return
    if (opener.current instanceof HTMLElement) opener.current.focus()
    if (document.activeElement !== opener.current) focusPage()
    else if (opener.current) focusPageWithout(opener.current)
  }
}

const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true })

const canHaveFocus = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** What an act has changed is read again behind its dialog, and then the row that opened it may go with its button, and with the focus. */
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
