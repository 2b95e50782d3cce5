import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Perk } from '#contracts/business.ts'
import { AlertDialog } from '#web/components/alert-dialog.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/toast.tsx'
import { readsAfterPerk } from '#web/lib/business.ts'
import { deletePerk } from '#web/lib/perks.ts'
import { useRefresh } from '#web/lib/read.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useErrorWords } from '#web/lib/use-words.ts'

/** Asks before a perk goes (R89), and says that what was redeemed before stays good (H9). */
export function DeletePerkDialog({ businessId, perk, onClose }: { businessId: number; perk: Perk | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const last = useRef(perk)
  if (perk) last.current = perk
  const action = useAction((id: number, key: string) => deletePerk(businessId, id, key))

  async function remove(): Promise<void> {
    if (!perk) return
    try {
      await action.run(perk.id)
      toast.success(t('perks.deleted', { perk: perk.name }))
    } catch (error) {
      toast.error(t('perks.deleteFailed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    await refresh(readsAfterPerk(businessId))
    onClose()
  }

  return (
    <AlertDialog
      open={perk !== undefined}
      title={t('perks.deleteTitle', { perk: last.current?.name ?? '' })}
      description={t('perks.deleteText')}
      stay={t('perks.keep')}
      go={t('perks.delete')}
      look="alarm"
      busy={action.running}
      onStay={onClose}
      onGo={() => void remove()}
    />
  )
}
