import { formatPhone } from '#web/lib/words/format-phone.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { legalStatusSchema } from '#contracts/pages/business-kinds.ts'
import { Facts } from '#web/components/lists/facts.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useAdminBusiness, type AdminBusinessDetails } from '#web/lib/calls/staff/admin-businesses.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useIndustries } from '#web/lib/words/use-industry.ts'

export function BusinessDetails({ businessId }: { businessId: number }): ReactNode {
  return (
    <div className="mt-3 rounded-field bg-tuff px-4 py-3">
      <ReadingState reading={useAdminBusiness(businessId)}>
        {(business) => <Details business={business} />}
      </ReadingState>
    </div>
  )
}

function Details({ business }: { business: AdminBusinessDetails }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { nameOf } = useIndustries()
  const { owner, stats } = business
  const legal = legalStatusSchema.safeParse(owner.legalStatus)
  const day = (at: string | null): string => (at === null ? '—' : format.day(new Date(at)))
  const facts = [
    [t('adminBusinesses.owner'), `${owner.firstName} ${owner.lastName}`],
    [t('person.phone'), owner.phone === null ? '—' : formatPhone(owner.phone)],
    [t('adminBusinesses.legalStatus'), legal.success ? t(`legalStatuses.${legal.data}`) : '—'],
    [t('adminBusinesses.taxId'), owner.taxId ?? '—'],
    [t('adminBusinesses.industry'), nameOf(business.industry)],
    [t('adminBusinesses.trialEnd'), day(business.trialEndDate)],
    [t('adminBusinesses.paidUntil'), day(business.subscriptionEndDate)],
    [t('adminBusinesses.buyers'), format.integer(stats.totalBuyers)],
    [t('adminBusinesses.issued'), format.points(toTenths(stats.totalPointsIssued))],
    [t('adminBusinesses.outstanding'), format.points(toTenths(stats.outstandingPoints))],
  ] as const
  return (
    <>
      <Facts facts={facts} />
      <Link
        to={`/admin/dashboard/account?business=${business.id}`}
        className="mt-2 inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4"
      >
        {t('adminBusinesses.toAccount')}
      </Link>
    </>
  )
}
