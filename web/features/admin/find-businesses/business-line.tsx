import { ExternalLink } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminBusiness } from '#contracts/calls/staff/admin.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { BusinessDetails } from './business-details.tsx'
import type { StatusChange } from './status-dialog.tsx'

const TONES: Record<BusinessStatus, BadgeTone> = {
  active: 'leaf',
  pending: 'apricot',
  trial_expired: 'apricot',
  suspended: 'pomegranate',
  rejected: 'neutral',
  closed: 'neutral',
}
/** The steps that the status allows (H22); the server decides. */
const STEPS: Partial<Record<BusinessStatus, StatusChange['step']>> = {
  active: 'suspend',
  trial_expired: 'suspend',
  suspended: 'reinstate',
}

export function BusinessLine({
  business,
  help,
  onChange,
}: {
  business: AdminBusiness
  help: ReactElement | null
  onChange: (step: StatusChange['step']) => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const { id, slug, status, plan, billingCycle, owner, createdAt } = business
  const name = useBusinessName()({ ...business, closed: status === 'closed' })
  const step = STEPS[status]
  const named = <span className="sr-only">{t('common.namely', { what: name })}</span>
  return (
    <li className="border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-bold wrap-anywhere">{name}</h2>
        <Badge tone={TONES[status]}>{t(`admin.statuses.${status}`)}</Badge>
        <Badge>{t(`planWithCycle.${billingCycle}`, { plan: t(`plans.${plan}`) })}</Badge>
      </div>
      <p className="text-small text-ink-soft wrap-anywhere">
        {t('adminBusinesses.line', { id, email: owner.email, day: format.day(new Date(createdAt)) })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span>{t('adminBusinesses.details')}</span>
          {named}
        </Button>
        {status !== 'closed' && status !== 'rejected' && status !== 'pending' && help}
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
      {open && <BusinessDetails businessId={id} />}
    </li>
  )
}
