/**
 * Short messages: five seconds, at most one visible; eight seconds where the specification says so (R227). What shows them is
 * fetched with the first message.
 */
import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react'

const TOAST_MS = 5_000
export const LONG_TOAST_MS = 8_000

interface ToastOptions {
  description?: string
  durationMs?: number
  /** It comes together with a dialog of the same act, and is not taken away by it; by the next one it is. */
  withDialog?: boolean
}

type Kind = 'success' | 'error'

/** Where messages appear, once that is fetched, and one that could not wait for it: mostly that the network is gone. */
interface Shown {
  Place?: ComponentType
  dismiss?: () => void
  plain?: string
}
let shown: Shown = {}
/** What was said last: it stands, is on its way or is over. */
let last: { text: string; withDialog: boolean } | undefined
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
  // Something else has been said meanwhile, or this is over.
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

/** Says something. */
export const toast = {
  success: (text: string, options: ToastOptions = {}): void => void show('success', text, options),
  error: (text: string, options: ToastOptions = {}): void => void show('error', text, options),
  /** Something that people count on has not been done, a deletion say: time enough to read why (R227). */
  failure: (text: string, why: string): void =>
    void show('error', text, { description: why, durationMs: LONG_TOAST_MS }),
  /** A dialog opens: what was said before is taken away, unless it came with the dialog. */
  giveWay: (): void => {
    // The same message still: it may be on its way, and whatever shows it asks whether it is the last one.
    if (last?.withDialog) last.withDialog = false
    else takeAway()
  },
  /** What these say is true no more, as an act that was refused has been carried out since. */
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
 * The place where toasts appear; one in the app. There also while it is empty: what comes together with its region is read to nobody, and a dialog
 * hides from screen readers whatever is no such region when it opens.
 */
export function Toaster(): ReactNode {
  const { Place, plain } = useSyncExternalStore(listen, () => shown)
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
