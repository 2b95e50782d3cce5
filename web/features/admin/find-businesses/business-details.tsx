import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AdminBusiness } from '#contracts/calls/staff/admin.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import { legalStatusSchema } from '#contracts/pages/business-kinds.ts'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { Facts } from '#web/components/lists/facts.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useAdminBusiness, type AdminBusinessDetails } from '#web/lib/calls/staff/admin-businesses.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { formatPhone } from '#web/lib/words/format-phone.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useIndustries } from '#web/lib/words/use-industry.ts'
import { BusinessNotes } from './business-notes.tsx'
import type { StatusChange } from './status-dialog.tsx'

/** The steps that the status allows (H22); the server decides. */
const STEPS: Partial<Record<BusinessStatus, StatusChange['step']>> = {
  active: 'suspend',
  trial_expired: 'suspend',
  suspended: 'reinstate',
}

/** What is known of a business, and what may be done with it. */
export function BusinessDetails({
  business,
  onChange,
}: {
  business: AdminBusiness
  onChange: (step: StatusChange['step']) => void
}): ReactNode {
  const { t } = useTranslation()
  const { id, slug, status } = business
  const name = useBusinessName()({ ...business, closed: status === 'closed' })
  const step = STEPS[status]
  const named = <span className="sr-only">{t('common.namely', { what: name })}</span>
  return (
    <div className="rounded-field bg-tuff px-4 py-3">
      <ReadingState reading={useAdminBusiness(id)}>{(details) => <Details business={details} />}</ReadingState>
      <div className="mt-3 flex flex-wrap gap-2">
        {step && (
          <Button look={step === 'suspend' ? 'alarm' : 'secondary'} onClick={() => onChange(step)}>
            <span>{t(`adminBusinesses.${step}`)}</span>
            {named}
          </Button>
        )}
        {status === 'active' && (
          <a href={`/business/${slug}`} target="_blank" rel="noopener" className={buttonLook('quiet')}>
            <ExternalLink aria-hidden className="size-4" />
            <span>{t('adminBusinesses.publicPage')}</span>
            {named}
          </a>
        )}
      </div>
      <BusinessNotes businessId={id} isClosed={status === 'closed'} />
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
