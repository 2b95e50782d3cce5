import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contracts/calls/buyer.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useRedemptionCode } from '#web/components/dialogs/use-redemption-code.tsx'
import { cancelRedemption, readsAfterRedeem, useRedemptions } from '#web/lib/calls/buyer.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { RedemptionRow } from './redemption-row.tsx'

/** A pending redemption shows its code and can be cancelled, a used one neither (R64-R66). */
export function RedemptionList({ buyerUserId }: { buyerUserId: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('redemptions.title')}>
      <ReadingState reading={useRedemptions(buyerUserId)}>
        {(redemptions) =>
          redemptions.length === 0 ? (
            <EmptyState title={t('redemptions.emptyTitle')}>{t('redemptions.emptyText')}</EmptyState>
          ) : (
            <Rows buyerUserId={buyerUserId} redemptions={redemptions} />
          )
        }
      </ReadingState>
    </Card>
  )
}

function Rows({ buyerUserId, redemptions }: { buyerUserId: number; redemptions: readonly Redemption[] }): ReactNode {
  const { t } = useTranslation()
  const { forAct } = useErrorWords()
  const format = useFormat()
  const refresh = useRefresh()
  const page = usePage(redemptions)
  const code = useRedemptionCode(redemptions)
  const [leaving, setLeaving] = useState<Redemption>()
  const action = useAction((redemptionId: string, key: string) => cancelRedemption(buyerUserId, redemptionId, key))

  async function cancel(redemption: Redemption): Promise<void> {
    try {
      await action.run(redemption.id)
      toast.success(t('redemptions.cancelled'))
    } catch (error) {
      const { title, description } = forAct(t('redemptions.cancelFailed'), error)
      toast.error(title, { description })
    }
    setLeaving(undefined)
    void refresh(readsAfterRedeem(buyerUserId))
  }

  return (
    <>
      <ul className="divide-y divide-line">
        {page.items.map((redemption) => (
          <RedemptionRow
            key={redemption.id}
            redemption={redemption}
            onShow={() => code.show(redemption)}
            onCancel={() => setLeaving(redemption)}
          />
        ))}
      </ul>
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('redemptions.title')} />
      {code.dialog}
      <AlertDialog
        open={leaving !== undefined}
        title={t('redemptions.cancelTitle')}
        description={t('redemptions.cancelDescription', {
          count: Number(leaving?.points ?? 0),
          perk: leaving?.perk.name ?? '',
          points: format.points(toTenths(leaving?.points ?? 0)),
        })}
        stay={t('wayBack.keep')}
        go={t('redemptions.cancel')}
        look="alarm"
        busy={action.running}
        onStay={() => setLeaving(undefined)}
        onGo={() => leaving && void cancel(leaving)}
      />
    </>
  )
}
