import { Clock, Eye, History, LogOut, PencilLine } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { Badge } from '#web/components/lists/badge.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useShownMoment, type Visit } from '#web/lib/session/visit-state.ts'
import { ExitButton } from './exit-button.tsx'
import { ModeButton } from './mode-button.tsx'
import { useRoomBelow } from './use-room-below.ts'

const MINUTE_MS = 60_000

/** R30-R32. One line of symbols on a phone, which needs its screen for the page; its words are read out there, too. */
export default function VisitBanner({ visit, onExit }: { visit: Visit; onExit: () => void }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const moment = useShownMoment()
  const { pathname } = useLocation()
  const acts = visit.mode === 'act'
  const travelTo = `/time-travel/${visit.businessUser.id}`
  return (
    <section
      ref={useRoomBelow<HTMLElement>()}
      aria-label={t('visit.label')}
      data-testid="visit-banner"
      className={classNames(
        'sticky top-0 z-30 border-b text-ink',
        acts ? 'border-pomegranate-text bg-pomegranate-soft' : 'border-apricot-text bg-apricot-soft',
      )}
    >
      <div className="mx-auto flex w-full max-w-6xl items-center gap-x-2 gap-y-1 px-4 py-1 sm:flex-wrap sm:gap-x-4 sm:px-6 sm:py-1.5">
        <div className="flex min-w-0 grow flex-col sm:basis-64">
          {/* Relative, so that it also cuts off the words for screen readers, which stand after a long name. */}
          <p className="relative font-semibold max-sm:truncate sm:wrap-anywhere">
            <span className="sm:hidden" aria-hidden>
              {visit.businessProfile.businessName}
            </span>
            <span className="max-sm:sr-only">
              {t('visit.impersonating', { name: visit.businessProfile.businessName, email: visit.businessUser.email })}
            </span>
          </p>
          <p className="flex items-center gap-x-3 gap-y-1 text-small sm:flex-wrap">
            <span className="max-sm:sr-only">
              <Badge
                icon={acts ? <PencilLine aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
              >
                {t(acts ? 'visit.acting' : 'visit.viewing')}
              </Badge>
            </span>
            <TimeLeft endsAtMs={visit.endsAtMs} />
          </p>
          {moment && (
            <p data-testid="shown-moment" className="flex items-start gap-1.5 font-semibold max-sm:sr-only">
              <History aria-hidden className="mt-1 size-4 shrink-0" />
              <span>{t('visit.asOf', { moment: format.moment(moment) })}</span>
            </p>
          )}
        </div>
        <div className="flex items-center gap-2 max-sm:shrink-0 sm:flex-wrap">
          {pathname !== travelTo && (
            <Link to={travelTo} title={t('visit.travel')} className={buttonLook('secondary', 'regular', 'px-3')}>
              <History aria-hidden className="size-4" />
              <span className="max-sm:sr-only">{t('visit.travel')}</span>
            </Link>
          )}
          <ModeButton visit={visit} />
          <ExitButton onDone={onExit}>
            <LogOut aria-hidden className="size-4" />
          </ExitButton>
        </div>
      </div>
    </section>
  )
}

/** Rounds up, so that the first minute says 30. */
function TimeLeft({ endsAtMs }: { endsAtMs: number }): ReactNode {
  const { t } = useTranslation()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.ceil((endsAtMs - nowMs) / MINUTE_MS))
  return (
    <span className="inline-flex items-center gap-1.5">
      <Clock aria-hidden className="size-4" />
      <span>{minutes > 1 ? t('visit.left', { minutes }) : t('visit.lastMinute')}</span>
    </span>
  )
}
