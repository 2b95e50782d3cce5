import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Perk } from '#contracts/calls/business.ts'
import type { ChangePerk, PerkInput } from '#contracts/calls/perks.ts'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { readsAfterPerk } from '#web/lib/calls/business.ts'
import { updatePerk } from '#web/features/owner/keep-perks/perks.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { PerkForm } from './perk-form.tsx'

/** Earlier redemptions keep their name and cost (H9). */
export function EditPerkDialog({
  businessId,
  perk,
  onClose,
}: {
  businessId: number
  perk: Perk | undefined
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const last = useLast(perk)
  const { busy, during } = useBusy()
  const action = useAction(({ id, input }: { id: number; input: ChangePerk }, key: string) =>
    updatePerk(businessId, id, input, key),
  )

  async function change(id: number, typed: PerkInput, shown: Perk | undefined): Promise<void> {
    const before = shown && {
      name: shown.name,
      description: shown.description,
      pointsRequired: shown.pointsRequired,
      pictureUrl: shown.pictureUrl,
    }
    try {
      await action.run({ id, input: { ...typed, ...(before && { before }) } })
      await refresh(readsAfterPerk(businessId))
      toast.success(t('perks.changed'))
      onClose()
    } catch (error) {
      toast.error(t('perks.updateFailed'), { description: words.forError(error) })
      // Changed or deleted on another screen: typed text stays, form and list are updated.
      await refresh(readsAfterPerk(businessId))
    }
  }

  return (
    <Dialog
      open={perk !== undefined}
      busy={busy}
      onClose={onClose}
      title={t('perks.editTitle')}
      description={t('perks.editText')}
    >
      {last && (
        <PerkForm
          key={last.id}
          businessId={businessId}
          perk={last}
          busy={busy}
          during={during}
          submitLabel={t('perks.save')}
          stay={<DialogStay busy={busy}>{t('perks.stay')}</DialogStay>}
          onSubmit={(input, before) => change(last.id, input, before)}
        />
      )}
    </Dialog>
  )
}
