import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { revokeTill, tillsPath, type Till } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface RevokeTillDialogProps {
  businessId: number
  till: Till | undefined
  onClose: () => void
  /** Moves the focus, because the button that opened the dialog is gone. */
  onRevoked: () => void
}

export function RevokeTillDialog({ businessId, till, onClose, onRevoked }: RevokeTillDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const last = useLast(till)
  const gone = useRef(false)
  const { busy, during } = useBusy()
  const action = useAction((tillId: string, key: string) => revokeTill(businessId, tillId, key))

  async function revoke(): Promise<void> {
    if (!till) return
    try {
      await action.run(till.tillId)
      gone.current = true
      toast.success(t('peopleAndTills.revoked', { till: till.name }))
    } catch (error) {
      toast.failure(t('peopleAndTills.revokeFailed'), words.forError(error))
    }
    await refresh([tillsPath(businessId)])
    onClose()
  }

  return (
    <AlertDialog
      open={till !== undefined}
      title={t('peopleAndTills.revokeTitle', { till: last?.name ?? '' })}
      description={t('peopleAndTills.revokeText')}
      stay={t('wayBack.keep')}
      go={t('peopleAndTills.revoke')}
      look="alarm"
      busy={busy}
      onStay={onClose}
      onCloseFocus={(event) => {
        if (!gone.current) return
        gone.current = false
        event.preventDefault()
        onRevoked()
      }}
      onGo={() => void during(revoke)}
    />
  )
}
