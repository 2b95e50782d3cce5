import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contracts/calls/buyer.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { useRedemptionCode } from '#web/components/dialogs/use-redemption-code.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { cancelRedemption, readsAfterRedeem, useLogos, useRedemptions } from '#web/lib/calls/buyer.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { RedemptionRow } from './redemption-row.tsx'

/** Pending redemptions, each with its code and the way to cancel it (R64-R66); nothing without any. */
export function ReadyCodes({ buyerUserId }: { buyerUserId: number }): ReactNode {
  const { t } = useTranslation()
  const { forAct } = useErrorWords()
  const format = useFormat()
  const refresh = useRefresh()
  const logoOf = useLogos(buyerUserId)
  const redemptions = useRedemptions(buyerUserId).value
  const pending = redemptions?.filter(({ isUsed }) => !isUsed) ?? []
  const page = usePage(pending)
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
      {pending.length > 0 && (
        <Card title={t('redemptions.readyTitle')}>
          <ul className="divide-y divide-line">
            {page.items.map((redemption) => (
              <RedemptionRow
                key={redemption.id}
                redemption={redemption}
                logoUrl={logoOf(redemption.business.id)}
                onShow={() => code.show(redemption)}
                onCancel={() => setLeaving(redemption)}
              />
            ))}
          </ul>
          <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('redemptions.readyTitle')} />
        </Card>
      )}
      {/* Outside the card: the last code that is used or cancelled takes the card with it. */}
      <span className="contents">{code.dialog}</span>
      <AlertDialog
        open={leaving !== undefined}
        title={t('redemptions.cancelTitle')}
        description={t('redemptions.cancelDescription', {
          count: Number(leaving?.points ?? 0),
          perk: leaving?.perk.name ?? '',
          points: format.points(toTenths(leaving?.points ?? 0)),
        })}
        stay={t('redemptions.keep')}
        go={t('redemptions.cancelIt')}
        look="alarm"
        busy={action.running}
        onStay={() => setLeaving(undefined)}
        onGo={() => leaving && void cancel(leaving)}
      />
    </>
  )
}
