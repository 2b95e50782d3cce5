import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useAccountThen } from '#web/features/admin/time-travel/time-travel.ts'
import type { TravelMoment } from '#web/lib/reads/travel-moment.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'
import { MovementsThen, RedemptionsThen } from './lists-then.tsx'

export interface AccountThenCardProps {
  businessId: number
  buyerId: number
  moment: TravelMoment
  onClose: () => void
}

export function AccountThenCard({ businessId, buyerId, moment, onClose }: AccountThenCardProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const reading = useKept(useAccountThen(businessId, buyerId, moment), buyerId)
  const top = useRef<HTMLDivElement>(null)
  const code = reading.value?.buyer.buyerId
  useEffect(() => {
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ block: 'center' })
  }, [buyerId])

  return (
    <div ref={top} tabIndex={-1} data-testid="account-then" className="outline-none">
      <Card
        title={
          code === undefined
            ? t('travel.account')
            : code === ''
              ? t('travel.accountOfErased')
              : t('travel.accountOf', { code: spacedCode(code) })
        }
        asideStays
        aside={
          <Button look="quiet" size="icon" aria-label={t('travel.closeAccount')} onClick={onClose}>
            <X aria-hidden className="size-5" />
          </Button>
        }
      >
        <ReadingState reading={reading}>
          {({ points, movements, redemptions }) => (
            <div className="flex flex-col gap-4">
              <p>
                {points === null ? (
                  t('travel.noAccount')
                ) : (
                  <>
                    <span>{`${t('common.term', { name: t('travel.balance') })} `}</span>
                    <span data-testid="balance-then" className="text-lead font-bold">
                      {format.points(toTenths(points))}
                    </span>
                  </>
                )}
              </p>
              <MovementsThen caption={t('travel.movements')} movements={movements} withoutBuyer />
              {redemptions.length > 0 && (
                <RedemptionsThen caption={t('travel.redemptions')} redemptions={redemptions} withoutBuyer />
              )}
            </div>
          )}
        </ReadingState>
      </Card>
    </div>
  )
}
