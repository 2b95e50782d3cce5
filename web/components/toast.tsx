/**
 * Short messages: five seconds, at most one visible; eight seconds where the specification says so (R227). What shows them is
 * fetched with the first message.
 */
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'

const TOAST_MS = 5_000
export const LONG_TOAST_MS = 8_000

interface ToastOptions {
  description?: string
  durationMs?: number
}

type Kind = 'success' | 'error'
const place = (): Promise<typeof import('./toast-place.tsx')> => import('./toast-place.tsx')
const ToastPlace = lazy(async () => ({ default: (await place()).ToastPlace }))

let wanted = false
const listeners = new Set<() => void>()

async function show(kind: Kind, text: string, { description, durationMs = TOAST_MS }: ToastOptions): Promise<void> {
  wanted = true
  for (const listener of listeners) listener()
  const { sonner } = await place()
  sonner.dismiss()
  sonner[kind](text, { duration: durationMs, ...(description !== undefined && { description }) })
}

/** Says something. A message that cannot be shown is lost without a further error: it would only ask for another message. */
export const toast = {
  success: (text: string, options: ToastOptions = {}): void => void show('success', text, options).catch(() => undefined),
  error: (text: string, options: ToastOptions = {}): void => void show('error', text, options).catch(() => undefined),
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place where toasts appear; one in the app. */
export function Toaster(): ReactNode {
  const mounted = useSyncExternalStore(listen, () => wanted)
  return mounted ? (
    <Suspense>
      <ToastPlace />
    </Suspense>
  ) : null
}
