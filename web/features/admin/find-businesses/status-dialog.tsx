import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminBusiness } from '#contracts/calls/staff/admin.ts'
import { ReasonDialog } from '#web/components/dialogs/reason-dialog.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { decide, READS_AFTER_DECISION } from '#web/lib/calls/staff/admin-businesses.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export type StatusChange = { step: 'suspend' | 'reinstate'; business: AdminBusiness }

/** Suspends or reinstates a business; its owner is told the reason (H28, H29). */
export function StatusDialog({
  change,
  onClose,
}: {
  change: StatusChange | undefined
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(decide)
  const { step, business } = useLast(change) ?? { step: 'suspend', business: undefined }
  const name = business?.businessName ?? ''

  async function carryOut(reason: string): Promise<void> {
    if (!business) return
    try {
      await action.run({ id: business.id, decision: step, reason })
      onClose()
      toast.success(t(`adminBusinesses.${step}Done`, { name }))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_DECISION)
  }

  return (
    <ReasonDialog
      open={change !== undefined}
      title={t(`adminBusinesses.${step}Title`, { name })}
      description={t(`adminBusinesses.${step}Text`)}
      go={t(`adminBusinesses.${step}`)}
      look={step === 'suspend' ? 'alarm' : 'primary'}
      busy={action.running}
      onClose={onClose}
      onGo={(reason) => void carryOut(reason)}
    />
  )
}
