import { formatPhone } from '#web/lib/words/format-phone.ts'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approvals } from '#contracts/calls/staff/admin.ts'
import { legalStatusSchema } from '#contracts/pages/business-kinds.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Facts } from '#web/components/lists/facts.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useIndustries } from '#web/lib/words/use-industry.ts'
import { IdDocument } from './id-document.tsx'
import { PublicSide } from './public-side.tsx'

export function ApprovalCard({
  business,
  onDecide,
}: {
  business: Approvals[number]
  onDecide: (decision: 'approve' | 'reject') => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { nameOf } = useIndustries()
  const { owner } = business
  const status = legalStatusSchema.safeParse(owner.legalStatus)
  const facts = [
    [t('adminBusinesses.owner'), `${owner.firstName} ${owner.lastName}`],
    [t('person.email'), owner.emailVerified ? owner.email : `${owner.email} (${t('admin.unverified')})`],
    [t('person.phone'), owner.phone === null ? '—' : formatPhone(owner.phone)],
    [t('adminBusinesses.legalStatus'), status.success ? t(`legalStatuses.${status.data}`) : '—'],
    [t('adminBusinesses.taxId'), owner.taxId ?? '—'],
    [t('adminBusinesses.industry'), nameOf(business.industry)],
    [t('adminBusinesses.plan'), t(`plans.${business.plan}`)],
  ] as const
  return (
    <Card
      listed
      title={business.businessName}
      aside={
        <Badge tone={business.amber ? 'apricot' : 'neutral'} icon={<Clock aria-hidden className="size-4" />}>
          {t(business.amber ? 'adminBusinesses.waitsLong' : 'adminBusinesses.waitsSince', {
            moment: format.moment(new Date(business.waitingSince)),
          })}
        </Badge>
      }
    >
      <Facts facts={facts} />
      <PublicSide business={business} />
      {owner.hasIdDocument && <IdDocument businessId={business.id} name={business.businessName} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => onDecide('approve')}>
          <span>{t('adminBusinesses.approve')}</span>
          <span className="sr-only">{t('common.namely', { what: business.businessName })}</span>
        </Button>
        <Button look="alarm" onClick={() => onDecide('reject')}>
          <span>{t('adminBusinesses.reject')}</span>
          <span className="sr-only">{t('common.namely', { what: business.businessName })}</span>
        </Button>
      </div>
    </Card>
  )
}
