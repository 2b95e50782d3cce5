/** Five seconds, at most one visible; eight seconds where specified (R227). Their code loads with the first toast. */
import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react'

const TOAST_MS = 5_000
export const LONG_TOAST_MS = 8_000

interface ToastOptions {
  description?: string
  durationMs?: number
  /** Comes with a dialog of the same action, so that only the next dialog dismisses it. */
  withDialog?: boolean
}

type Kind = 'success' | 'error'

/** `Place` once loaded, and a plain text if loading failed, mostly offline. */
interface Shown {
  Place?: ComponentType
  dismiss?: () => void
  plain?: string
}
let shown: Shown = {}
/** The last toast: pending, visible or over. */
let last: { text: string; withDialog: boolean } | undefined
const currentlyShown = (): Shown => shown
const listeners = new Set<() => void>()

function change(next: Shown): void {
  shown = next
  for (const listener of listeners) listener()
}

async function show(
  kind: Kind,
  text: string,
  { description, durationMs = TOAST_MS, withDialog = false }: ToastOptions,
): Promise<void> {
  const said = { text, withDialog }
  last = said
  const place = await import('./toast-place.tsx').catch(() => undefined)
  // Superseded or dismissed meanwhile.
  if (last !== said) return
  if (place) {
    const { DismissButton, sonner, ToastPlace } = place
    change({ Place: ToastPlace, dismiss: () => void sonner.dismiss() })
    sonner.dismiss()
    sonner[kind](text, {
      duration: durationMs,
      action: <DismissButton />,
      ...(description !== undefined && { description }),
    })
  } else {
    const plain = [text, description].filter(Boolean).join(' · ')
    change({ plain })
    setTimeout(() => shown.plain === plain && change({}), durationMs)
  }
}

function takeAway(): void {
  shown.dismiss?.()
  if (shown.plain !== undefined) change({})
}

export const toast = {
  success: (text: string, options: ToastOptions = {}): void => void show('success', text, options),
  error: (text: string, options: ToastOptions = {}): void => void show('error', text, options),
  /** A failed action that people count on, e.g. a deletion; long enough to read why (R227). */
  failure: (text: string, why: string): void =>
    void show('error', text, { description: why, durationMs: LONG_TOAST_MS }),
  /** An opening dialog dismisses earlier toasts, except one that came with it. */
  giveWay: (): void => {
    // The same object, because a pending `show` compares it with the last toast.
    if (last?.withDialog) last.withDialog = false
    else takeAway()
  },
  /** Dismisses refusals that a later success has made untrue. */
  over: (...texts: string[]): void => {
    if (last === undefined || !texts.includes(last.text)) return
    last = undefined
    takeAway()
  },
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Mounted once, also while empty: screen readers skip text that arrives with its live region, and a dialog hides
 * regions created later.
 */
export function Toaster(): ReactNode {
  const { Place, plain } = useSyncExternalStore(listen, currentlyShown, currentlyShown)
  return (
    <div aria-live="polite">
      {Place && <Place />}
      {!Place && plain !== undefined && (
        <p className="fixed inset-x-4 top-4 z-50 mx-auto w-fit rounded-field border border-line bg-surface px-4 py-3.5 shadow-float">
          {plain}
        </p>
      )}
    </div>
  )
}
