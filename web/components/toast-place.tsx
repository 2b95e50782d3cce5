import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import { useVisit } from '#web/lib/visit-state.ts'
import { keepRoom } from './toast-room.ts'

export { toast as sonner } from 'sonner'

/** Where toasts appear: one at a time (R227), and not over the banner of a support visit, of whose buttons some of them speak. */
export function ToastPlace(): ReactNode {
  const { t } = useTranslation()
  const atBottom = Boolean(useVisit())
  const place = useRef<HTMLElement>(null)
  const { toasts } = useSonner()

  // What is said is read out by the region around it, which was there before the first message: twice it would be read twice.
  useLayoutEffect(() => place.current?.removeAttribute('aria-live'), [])

  useEffect(() => {
    keepRoom(toasts.length === 0 ? null : (place.current?.querySelector<HTMLElement>('[data-sonner-toast][data-removed=false]') ?? null), atBottom)
  }, [toasts, atBottom])

  return (
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
          toast: 'flex w-full items-start gap-3 rounded-field border border-line bg-surface px-4 py-3.5 text-ink shadow-float',
          icon: 'pt-0.5',
          title: 'font-semibold',
          description: 'text-ink-soft',
        },
      }}
    />
  )
}
