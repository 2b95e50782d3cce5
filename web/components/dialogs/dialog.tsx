import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { useDialogAlone } from './use-dialog-alone.ts'
import { useFocusBack } from '#web/components/lists/use-focus-back.ts'

export const OVERLAY = 'fixed inset-0 z-40 bg-[rgb(25_18_19/0.62)] animate-appear print:hidden'
export const PANEL =
  'fixed left-1/2 top-1/2 z-50 w-[min(27rem,calc(100vw-2rem))] centred-beside-messages overflow-y-auto ' +
  'rounded-card border border-line bg-surface p-6 shadow-float focus:outline-none'

const SCREEN =
  'fixed inset-0 z-50 flex flex-col overflow-y-auto always-light px-5 focus:outline-none ' +
  'pt-[max(1.25rem,var(--message-above,0px))] pb-[max(1.25rem,var(--message-below,0px))]'

/** Radix does not scroll when the focus wraps around a dialog, so on a low screen it would be out of sight. */
export const showFocused = (event: FocusEvent): void => event.target.scrollIntoView({ block: 'nearest' })

/** Dismissing a toast above the dialog must not close the dialog. */
function stayForMessages(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault()
}

export interface DialogProps {
  open: boolean
  /** While the action runs, nothing closes the dialog: that would look like cancelling it. */
  busy?: boolean
  onClose: () => void
  title: ReactNode
  description?: string
  /** Covers the whole screen. */
  isScreen?: boolean
  children: ReactNode
  /** Moves the focus after closing; by default it returns to the opener. */
  onCloseFocus?: (event: Event) => void
}

export function Dialog({
  open,
  busy = false,
  onClose,
  title,
  description,
  isScreen = false,
  children,
  onCloseFocus,
}: DialogProps): ReactNode {
  const { t } = useTranslation()
  const giveFocusBack = useFocusBack(open, onCloseFocus)
  useDialogAlone(open)
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={OVERLAY} />
        <RadixDialog.Content
          className={isScreen ? SCREEN : PANEL}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onCloseAutoFocus={giveFocusBack}
          onFocus={showFocused}
          onInteractOutside={stayForMessages}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <RadixDialog.Title className="pt-1.5 text-lead font-bold">{title}</RadixDialog.Title>
            <RadixDialog.Close
              aria-disabled={busy || undefined}
              className={buttonLook('quiet', 'icon', '-mr-2 -mt-1')}
              aria-label={t('common.close')}
            >
              <X aria-hidden className="size-5" />
            </RadixDialog.Close>
          </div>
          {description !== undefined && (
            <RadixDialog.Description className="mb-4 text-ink-soft">{description}</RadixDialog.Description>
          )}
          <span className="contents">{children}</span>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

export function DialogStay({ busy, children }: { busy: boolean; children: ReactNode }): ReactNode {
  return (
    <RadixDialog.Close
      aria-disabled={busy || undefined}
      className={buttonLook('secondary', 'regular', 'grow sm:grow-0')}
    >
      {children}
    </RadixDialog.Close>
  )
}
