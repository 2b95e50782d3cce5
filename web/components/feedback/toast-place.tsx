import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toast as sonner, Toaster, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import { useVisit } from '#web/lib/session/visit-state.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { keepRoom } from './toast-room.ts'

export { sonner }

/** After the text, so that screen readers read that first; never takes the focus by itself. */
export function DismissButton(): ReactNode {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t('common.dismiss')}
      className={buttonLook('quiet', 'icon', '-my-2.5 -mr-3 ml-auto')}
      onClick={() => sonner.dismiss()}
    >
      <X aria-hidden className="pointer-events-none size-5" />
    </button>
  )
}

/** Escape in a focused toast must not reach the page behind it. */
function dismissOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  sonner.dismiss()
}

/** One toast at a time (R227), and not over a support visit's banner, whose buttons some toasts mention. */
export function ToastPlace(): ReactNode {
  const { t } = useTranslation()
  const atBottom = Boolean(useVisit())
  const place = useRef<HTMLElement>(null)
  const { toasts } = useSonner()

  // The outer live region, older than the first toast, reads it out; two regions would read it twice.
  useLayoutEffect(() => place.current?.removeAttribute('aria-live'), [])

  useEffect(() => {
    keepRoom(
      toasts.length === 0
        ? null
        : (place.current?.querySelector<HTMLElement>('[data-sonner-toast][data-removed=false]') ?? null),
      atBottom,
    )
  }, [toasts, atBottom])

  return (
    <div onKeyDown={dismissOnEscape}>
      <Toaster
        ref={place}
        position={atBottom ? 'bottom-center' : 'top-center'}
        className="font-sans!"
        visibleToasts={1}
        containerAriaLabel={t('common.messages')}
        icons={{
          success: <CircleCheck aria-hidden className="size-5 text-leaf-text" />,
          error: <CircleAlert aria-hidden className="size-5 text-alarm-text" />,
        }}
        toastOptions={{
          unstyled: true,
          classNames: {
            // An open dialog blocks pointers outside it, but a toast is above it.
            toast:
              'pointer-events-auto flex w-full items-start gap-3 rounded-field border border-line bg-surface px-4 py-3.5 text-ink shadow-float',
            icon: 'pt-0.5',
            content: 'min-w-0 flex-1',
            title: 'font-semibold',
            description: 'text-ink-soft',
          },
        }}
      />
    </div>
  )
}
