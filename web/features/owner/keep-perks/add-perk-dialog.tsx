import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PerkInput } from '#contracts/calls/perks.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { readsAfterPerk, useSubscription } from '#web/lib/calls/business.ts'
import { createPerk } from '#web/features/owner/keep-perks/perks.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { PerkForm } from './perk-form.tsx'

/** At the plan's limit, offers a larger plan instead of the form (R88). */
export function AddPerkDialog({
  businessId,
  open,
  onClose,
}: {
  businessId: number
  open: boolean
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const { value: subscription } = useSubscription(businessId)
  const { busy, during } = useBusy()
  const action = useAction((input: PerkInput, key: string) => createPerk(businessId, input, key))
  const isFull =
    subscription !== undefined &&
    subscription.perkLimit !== null &&
    subscription.currentPerkCount >= subscription.perkLimit

  async function add(input: PerkInput): Promise<void> {
    try {
      const perk = await action.run(input)
      await refresh(readsAfterPerk(businessId))
      toast.success(t('perks.added', { perk: perk.name }))
      onClose()
    } catch (error) {
      const isLimit = error instanceof ApiError && error.code === 'perk_limit_reached'
      if (isLimit) void refresh(readsAfterPerk(businessId))
      toast.error(t('perks.createFailed'), {
        description: words.forError(error),
        ...(isLimit && { durationMs: LONG_TOAST_MS }),
      })
    }
  }

  return (
    <Dialog open={open} busy={busy} onClose={onClose} title={t('perks.addTitle')}>
      {isFull && (
        <div className="mb-4">
          <Notice
            tone="alarm"
            icon={<TriangleAlert className="size-5" />}
            title={t('perks.limitTitle')}
            action={
              <Link to="/billing" className={buttonLook('primary')}>
                {t('subscription.upgrade')}
              </Link>
            }
          >
            {t('perks.limitText', { count: subscription.perkLimit ?? 0 })}
          </Notice>
        </div>
      )}
      <PerkForm
        businessId={businessId}
        disabled={isFull}
        busy={busy}
        during={during}
        submitLabel={t('perks.add')}
        stay={<DialogStay busy={busy}>{t('perks.stay')}</DialogStay>}
        onSubmit={add}
      />
    </Dialog>
  )
}
