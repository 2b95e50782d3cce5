import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { removeStaff, staffPath, type StaffMember } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface RemovePersonDialogProps {
  businessId: number
  person: StaffMember | undefined
  onClose: () => void
  /** Moves the focus, because the button that opened the dialog is gone. */
  onRemoved: () => void
}

export function RemovePersonDialog({ businessId, person, onClose, onRemoved }: RemovePersonDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const last = useLast(person)
  const gone = useRef(false)
  const { busy, during } = useBusy()
  const action = useAction((staffId: string, key: string) => removeStaff(businessId, staffId, key))

  async function remove(): Promise<void> {
    if (!person) return
    try {
      await action.run(person.staffId)
      gone.current = true
      toast.success(t('peopleAndTills.removed', { name: person.name }))
    } catch (error) {
      toast.failure(t('peopleAndTills.removeFailed'), words.forError(error))
    }
    await refresh([staffPath(businessId)])
    onClose()
  }

  return (
    <AlertDialog
      open={person !== undefined}
      title={t('peopleAndTills.removeTitle', { name: last?.name ?? '' })}
      description={t('peopleAndTills.removeText')}
      stay={t('wayBack.keep')}
      go={t('peopleAndTills.remove')}
      look="alarm"
      busy={busy}
      onStay={onClose}
      onCloseFocus={(event) => {
        if (!gone.current) return
        gone.current = false
        event.preventDefault()
        onRemoved()
      }}
      onGo={() => void during(remove)}
    />
  )
}
