import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Perk } from '#contracts/calls/business.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { readsAfterPerk } from '#web/lib/calls/business.ts'
import { deletePerk } from '#web/features/owner/keep-perks/perks.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface DeletePerkDialogProps {
  businessId: number
  perk: Perk | undefined
  onClose: () => void
  /** Moves the focus, because the button that opened the dialog is gone. */
  onDeleted: () => void
}

/** Asks first (R89), and says that earlier redemptions stay valid (H9). */
export function DeletePerkDialog({ businessId, perk, onClose, onDeleted }: DeletePerkDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const last = useLast(perk)
  const gone = useRef(false)
  const { busy, during } = useBusy()
  const action = useAction((id: number, key: string) => deletePerk(businessId, id, key))

  async function remove(): Promise<void> {
    if (!perk) return
    try {
      await action.run(perk.id)
      gone.current = true
      toast.success(t('perks.deleted', { perk: perk.name }))
    } catch (error) {
      toast.failure(t('perks.deleteFailed'), words.forError(error))
    }
    await refresh(readsAfterPerk(businessId))
    onClose()
  }

  return (
    <AlertDialog
      open={perk !== undefined}
      title={t('perks.deleteTitle', { perk: last?.name ?? '' })}
      description={t('perks.deleteText')}
      stay={t('wayBack.keep')}
      go={t('perks.delete')}
      look="alarm"
      busy={busy}
      onStay={onClose}
      onCloseFocus={(event) => {
        if (!gone.current) return
        gone.current = false
        event.preventDefault()
        onDeleted()
      }}
      onGo={() => void during(remove)}
    />
  )
}
