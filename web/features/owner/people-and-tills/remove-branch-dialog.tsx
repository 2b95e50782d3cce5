import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { branchesPath, removeBranch, tillsPath, type Branch } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface RemoveBranchDialogProps {
  businessId: number
  branch: Branch | undefined
  onClose: () => void
  /** Moves the focus, because the button that opened the dialog is gone. */
  onRemoved: () => void
}

export function RemoveBranchDialog({ businessId, branch, onClose, onRemoved }: RemoveBranchDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const last = useLast(branch)
  const gone = useRef(false)
  const { busy, during } = useBusy()
  const action = useAction((branchId: string, key: string) => removeBranch(businessId, branchId, key))

  async function remove(): Promise<void> {
    if (!branch) return
    try {
      await action.run(branch.branchId)
      gone.current = true
      toast.success(t('peopleAndTills.removed', { name: branch.name }))
    } catch (error) {
      toast.failure(t('branches.removeFailed'), words.forError(error))
    }
    await refresh([branchesPath(businessId), tillsPath(businessId)])
    onClose()
  }

  return (
    <AlertDialog
      open={branch !== undefined}
      title={t('branches.removeTitle', { name: last?.name ?? '' })}
      description={t('branches.removeText')}
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
