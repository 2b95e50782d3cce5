import { formatPhone } from '#web/lib/words/format-phone.ts'
import { BadgeCheck, CircleHelp, Clock } from 'lucide-react'
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

/** The facts, those verified apart from those stated, beside the document that shows them (H26). */
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
  const email = [t('person.email'), owner.email] as const
  const stated = [
    [t('adminBusinesses.owner'), `${owner.firstName} ${owner.lastName}`],
    ...(owner.emailVerified ? [] : [email]),
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
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
        <div className="flex flex-col gap-5">
          {owner.emailVerified && (
            <section data-testid="verified-facts">
              <h3 className="mb-2 flex items-center gap-2 font-semibold">
                <BadgeCheck aria-hidden className="size-5 shrink-0 text-leaf-text" />
                <span>{t('adminBusinesses.verifiedFacts')}</span>
              </h3>
              <Facts narrow facts={[email]} />
            </section>
          )}
          <section data-testid="stated-facts">
            <h3 className="mb-2 flex items-center gap-2 font-semibold">
              <CircleHelp aria-hidden className="size-5 shrink-0 text-apricot-text" />
              <span>{t('adminBusinesses.statedFacts')}</span>
            </h3>
            <Facts narrow facts={stated} />
          </section>
        </div>
        <div className="flex flex-col gap-5">
          {owner.hasIdDocument && <IdDocument businessId={business.id} name={business.businessName} />}
          <PublicSide business={business} />
        </div>
      </div>
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
