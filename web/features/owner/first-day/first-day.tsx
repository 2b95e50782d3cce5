import { Circle, CircleCheck, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { useBusinessProfile, usePerks, useSubscription } from '#web/lib/calls/business.ts'
import { useRecentAwards } from '#web/lib/calls/counter.ts'
import { hasPoster } from '#web/lib/calls/posters.ts'
import { storage } from '#web/lib/device/storage.ts'
import { usePeople } from './people.ts'

/** Steps whose page is missing are left out. `award`: also an anchor of the same page, '#…'. */
export interface FirstDayPages {
  logo: string
  perk: string
  person?: string | undefined
  poster: string
  award: string
}

const nameOf = (businessId: number): string => `hatik.first-day.${businessId}`

/** The first steps of a business in its trial, until they are done or hidden on this device. */
export function FirstDay({ businessId, pages }: { businessId: number; pages: FirstDayPages }): ReactNode {
  const [isHidden, setHidden] = useState(() => storage.get(nameOf(businessId)) !== null)
  const { value: subscription } = useSubscription(businessId)
  if (isHidden || !subscription?.isInTrial) return null
  return (
    <Steps
      businessId={businessId}
      pages={pages}
      onHide={() => {
        storage.set(nameOf(businessId), 'hidden')
        setHidden(true)
      }}
    />
  )
}

function Steps({
  businessId,
  pages,
  onHide,
}: {
  businessId: number
  pages: FirstDayPages
  onHide: () => void
}): ReactNode {
  const { t } = useTranslation()
  const { value: profile } = useBusinessProfile(businessId)
  const { value: perks } = usePerks(businessId)
  const { value: people } = usePeople(pages.person === undefined ? undefined : businessId)
  const { value: awards } = useRecentAwards(businessId)
  if (!profile || !perks || !awards || (pages.person !== undefined && !people)) return null
  const steps = [
    { name: 'logo', to: pages.logo, isDone: profile.logoUrl !== null && profile.logoUrl !== '' },
    { name: 'perk', to: pages.perk, isDone: perks.length > 0 },
    ...(pages.person === undefined
      ? []
      : [{ name: 'person', to: pages.person, isDone: (people?.staff.length ?? 0) > 0 } as const]),
    { name: 'poster', to: pages.poster, isDone: hasPoster(businessId) },
    { name: 'award', to: pages.award, isDone: awards.length > 0 },
  ] as const
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Card
      title={t('firstDay.title')}
      asideStays
      className="print:hidden"
      aside={
        <Button look="quiet" size="icon" aria-label={t('firstDay.hide')} title={t('firstDay.hide')} onClick={onHide}>
          <X aria-hidden className="size-5" />
        </Button>
      }
    >
      <p className="-mt-3 mb-2 text-ink-soft">{t('firstDay.progress', { count: done, all: steps.length })}</p>
      <ul data-testid="first-day" className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map(({ name, to, isDone }) => (
          <li key={name}>
            <Step to={to} isDone={isDone}>
              {t(`firstDay.${name}`)}
            </Step>
          </li>
        ))}
      </ul>
      {awards.length === 0 && <p className="mt-1 text-small text-ink-soft">{t('firstDay.awardHint')}</p>}
    </Card>
  )
}

const LINK = 'flex min-h-11 items-center gap-2.5 rounded-small'

function Step({ to, isDone, children }: { to: string; isDone: boolean; children: string }): ReactNode {
  const { t } = useTranslation()
  if (isDone)
    return (
      <p className={`${LINK} text-ink-soft`}>
        <CircleCheck aria-hidden className="size-5 shrink-0 text-leaf-text" />
        <span>
          <span>{children}</span>
          <span className="sr-only">{` · ${t('firstDay.done')}`}</span>
        </span>
      </p>
    )
  const look = `${LINK} font-semibold underline decoration-line-strong underline-offset-4`
  const inside = (
    <>
      <Circle aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span>{children}</span>
    </>
  )
  // The router does not scroll to an anchor.
  return to.startsWith('#') ? (
    <a href={to} className={look}>
      {inside}
    </a>
  ) : (
    <Link to={to} className={look}>
      {inside}
    </Link>
  )
}
