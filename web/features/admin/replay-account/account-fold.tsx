import { CircleCheck, OctagonAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountReplay } from '#contracts/calls/staff/admin.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useAdminBusiness } from '#web/lib/calls/staff/admin-businesses.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { FoldSteps } from './fold-steps.tsx'
import { RedemptionStates } from './redemption-states.tsx'

export function AccountFold({ replay, onAgain }: { replay: AccountReplay; onAgain: () => void }): ReactNode {
  const { t } = useTranslation()
  const business = useAdminBusiness(replay.businessId).value
  const nameOf = useBusinessName()
  const name = business && nameOf({ ...business, closed: business.status === 'closed' })
  const { buyer, businessId, fold, row, agrees, asOf, steps, first, extraLines, redemptions } = replay
  return (
    <>
      <Card
        title={t('accountReplay.accountTitle', {
          code: buyer.buyerId === '' ? String(buyer.id) : spacedCode(buyer.buyerId),
          business: name ?? businessId,
        })}
        aside={
          <Button look="secondary" onClick={onAgain}>
            <RotateCw aria-hidden className="size-4" />
            <span>{t('accountReplay.again')}</span>
          </Button>
        }
      >
        {agrees ? (
          <Notice tone="good" icon={<CircleCheck className="size-5" />} title={t('accountReplay.agrees')} />
        ) : (
          <Notice tone="alarm" icon={<OctagonAlert className="size-5" />} title={t('accountReplay.differs')}>
            {first === null ? t('accountReplay.differsElsewhere') : t('accountReplay.firstAt', { number: first + 1 })}
          </Notice>
        )}
        <dl className="mt-4 grid gap-3 sm:grid-cols-2">
          <Side title={t('accountReplay.log')} side={fold} />
          <Side
            title={t('accountReplay.readModel')}
            side={row}
            wrong={row?.balance !== fold.balance || row.closed !== fold.closed || row.events !== fold.events}
          />
        </dl>
        <p className="mt-3 text-small text-ink-soft">{t('accountReplay.asOf', { position: asOf ?? '—' })}</p>
        {extraLines.length > 0 && (
          <p className="mt-1 text-small text-alarm-text wrap-anywhere">
            {t('accountReplay.extraLines', { count: extraLines.length, positions: extraLines.join(', ') })}
          </p>
        )}
      </Card>
      <Card title={t('accountReplay.steps')}>
        <FoldSteps steps={steps} first={first} />
      </Card>
      {redemptions.length > 0 && <RedemptionStates redemptions={redemptions} />}
    </>
  )
}

function Side({
  title,
  side,
  wrong = false,
}: {
  title: string
  side: AccountReplay['row']
  wrong?: boolean
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="rounded-field bg-tuff px-4 py-3">
      <dt className="text-small text-ink-soft">{title}</dt>
      <dd>
        <span className={wrong ? 'text-title font-bold text-alarm-text' : 'text-title font-bold'}>
          {side === null ? t('accountReplay.noRow') : format.points(toTenths(side.balance))}
        </span>
        {side !== null && (
          <span className="block text-small text-ink-soft">
            <span>{t('accountReplay.eventCount', { count: side.events, events: format.integer(side.events) })}</span>
            {side.closed && <span>{` · ${t('accountReplay.closed')}`}</span>}
          </span>
        )}
      </dd>
    </div>
  )
}
