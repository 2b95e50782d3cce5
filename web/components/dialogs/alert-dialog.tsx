import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { OVERLAY, PANEL, showFocused } from './dialog.tsx'
import { useDialogAlone } from './use-dialog-alone.ts'
import { useFocusBack } from '#web/components/lists/use-focus-back.ts'

export interface AlertDialogProps {
  open: boolean
  title: string
  description: ReactNode
  /** Gets the focus first. */
  stay: string
  go: string
  look?: 'primary' | 'alarm'
  /** The action can no longer be cancelled: the way back does nothing, but keeps the focus. */
  busy?: boolean
  onStay: () => void
  onGo: () => void
  onCloseFocus?: (event: Event) => void
}

export function AlertDialog({
  open,
  title,
  description,
  stay,
  go,
  look = 'primary',
  busy = false,
  onStay,
  onGo,
  onCloseFocus,
}: AlertDialogProps): ReactNode {
  const giveFocusBack = useFocusBack(open, onCloseFocus)
  useDialogAlone(open)
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onStay()}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={OVERLAY} />
        <RadixAlertDialog.Content className={PANEL} onCloseAutoFocus={giveFocusBack} onFocus={showFocused}>
          <RadixAlertDialog.Title className="text-lead font-bold">{title}</RadixAlertDialog.Title>
          <RadixAlertDialog.Description className="mt-2 text-ink-soft">{description}</RadixAlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <RadixAlertDialog.Cancel
              aria-disabled={busy || undefined}
              className={buttonLook('secondary', 'regular', 'grow sm:grow-0')}
            >
              {stay}
            </RadixAlertDialog.Cancel>
            <Button look={look} busy={busy} className="grow sm:grow-0" onClick={onGo}>
              {go}
            </Button>
          </div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  )
}
