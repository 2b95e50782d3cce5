import type { ParseKeys } from 'i18next'
import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role, SessionUser } from '#contracts/calls/account/session.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { deleteAccount } from '#web/lib/calls/account/accounts.ts'
import { useSubscription } from '#web/lib/calls/business.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const TEXTS: Partial<Record<Role, ParseKeys>> = { business: 'deletion.textBusiness', manager: 'managers.deletion' }

const deleteConfirmed = confirmed(deleteAccount)

/** The consequences differ for a buyer and a business (R99). `onDone` runs after the deletion. */
export function DeleteAccount({ user, onDone }: { user: SessionUser; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const [asking, setAsking] = useState(false)
  const action = useAction(deleteConfirmed)
  const isBusiness = user.role === 'business'

  async function erase(): Promise<void> {
    try {
      await action.run(user.id)
      toast.success(t('deletion.done'))
      onDone()
    } catch (error) {
      toast.failure(t('deletion.failed'), forError(error))
      setAsking(false)
    }
  }

  return (
    <Card title={t('deletion.title')} className="border-alarm-text/50">
      <p className="mb-4 text-ink-soft">{t(TEXTS[user.role] ?? 'deletion.textBuyer')}</p>
      <Button look="alarm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        <span>{t('deletion.button')}</span>
      </Button>
      <AlertDialog
        open={asking}
        look="alarm"
        title={t('deletion.confirmTitle')}
        description={
          isBusiness ? (
            <WhatABusinessLoses businessId={user.id} />
          ) : (
            t(user.role === 'manager' ? 'managers.confirmDeletion' : 'deletion.confirmBuyer')
          )
        }
        stay={t('wayBack.keep')}
        go={t('deletion.go')}
        busy={action.running}
        onStay={() => setAsking(false)}
        onGo={() => void erase()}
      />
    </Card>
  )
}

/** Refunded: a year in its first days, or one paid but not begun. All else is lost (R226). */
function WhatABusinessLoses({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { value: own } = useSubscription(businessId)
  const paidUntil = own?.periodEnd ? new Date(own.periodEnd) : undefined
  const isPaid = useNow((now) => paidUntil !== undefined && paidUntil > now)
  const isRefunded =
    own !== undefined && (own.canRefund || (own.nextIsPaid && (own.nextCycle ?? own.billingCycle) === 'yearly'))
  return (
    <>
      <span>{t('deletion.confirmBusiness')}</span>
      {isRefunded && <span>{` ${t('deletion.yearComesBack')}`}</span>}
      {!isRefunded && paidUntil && isPaid && (
        <span>{` ${t('deletion.paidIsLost', { untilDay: format.untilDay(paidUntil) })}`}</span>
      )}
    </>
  )
}
