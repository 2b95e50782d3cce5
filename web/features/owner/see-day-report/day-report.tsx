import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayReport as Report } from '#contracts/calls/day-report.ts'
import { daySchema } from '#contracts/units/moments.ts'
import { noonOf, yerevanDay } from '#contracts/units/time.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { PrintNote } from '#web/components/lists/print-note.tsx'
import { useBusinessProfile } from '#web/lib/calls/business.ts'
import { reportFileUrl, useDayReport, type ReportFormat } from '#web/lib/calls/day-report.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useAsked } from '#web/lib/reads/use-asked.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useIsOwner } from '#web/lib/session/business-of.ts'
import { AttentionCard } from './attention-card.tsx'
import { AttentionSettings } from './attention-settings.tsx'
import { busyHours } from './busy-hours.ts'
import { DayPicker } from './day-picker.tsx'
import { DayTiles, TILES_GRID } from './day-tiles.tsx'
import { GroupTable, PerkTable } from './group-tables.tsx'
import { HoursChart } from './hours-chart.tsx'
import { ReportMail } from './report-mail.tsx'

const FORMATS: readonly ReportFormat[] = ['pdf', 'xlsx']
const ASKED = ['day'] as const
const TILES = [0, 1, 2, 3, 4, 5, 6, 7]

/** The address holds the day; without one, or with nonsense, shows today. */
export function DayReport({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const isOwner = useIsOwner()
  const language = useLanguage()
  const format = useFormat()
  const { asked, ask } = useAsked(ASKED)
  const { value: profile } = useBusinessProfile(businessId)
  const today = useNow(yerevanDay)
  const day = daySchema.safeParse(asked.day).success && asked.day < today ? asked.day : today
  return (
    <>
      <PrintNote name={profile?.businessName} days={format.day(noonOf(day))} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 print:hidden">
        <DayPicker day={day} today={today} onDay={(next) => ask({ day: next === today ? '' : next })} />
        <div className="flex flex-wrap gap-2">
          {FORMATS.map((each) => (
            <DownloadLink
              key={each}
              href={reportFileUrl(businessId, day, { format: each, language })}
              icon={<Download aria-hidden className="size-5" />}
              className={buttonLook('secondary')}
            >
              {t(`dayReport.${each}`)}
            </DownloadLink>
          ))}
        </div>
      </div>
      <AttentionCard key={day} businessId={businessId} day={day} />
      <ReadingState reading={useDayReport(businessId, day)} loading={<Loading />}>
        {(report) => <Parts key={report.day} report={report} isOver={day < today} />}
      </ReadingState>
      {isOwner && (
        <>
          <AttentionSettings businessId={businessId} day={day} />
          <ReportMail businessId={businessId} />
        </>
      )}
    </>
  )
}

const signed = (number: number, shown: (positive: number) => string): string =>
  number < 0 ? `−${shown(-number)}` : `+${shown(number)}`

function Parts({ report, isOver }: { report: Report; isOver: boolean }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { totals, otherDays } = report
  const isEmpty = totals.purchases === 0 && totals.perks === 0
  const hours = busyHours(report)
  const changes = Object.values(otherDays).some((change) => change !== 0)
  return (
    <div data-testid="day-report" className="flex flex-col gap-4">
      <p className="text-small text-ink-soft">
        <span>{t('dayReport.comparedWith', { day: format.day(noonOf(report.comparedDay)) })} </span>
        {!isOver && <span>{t('dayReport.notOver')}</span>}
      </p>
      {isEmpty && (
        <EmptyState title={t('dayReport.emptyTitle')}>
          {t(isOver ? 'dayReport.emptyText' : 'dayReport.emptyToday')}
        </EmptyState>
      )}
      <DayTiles totals={totals} compared={report.compared} isOver={isOver} />
      {changes && (
        <p data-testid="other-days" className="rounded-field bg-tuff-deep px-4 py-3">
          {t('dayReport.otherDays', {
            amount: signed(otherDays.turnoverAmd, format.amd),
            points: signed(toTenths(otherDays.givenPoints), format.points),
            perks: signed(otherDays.perks, format.integer),
          })}
        </p>
      )}
      {!isEmpty && (
        <>
          {hours.length > 0 && (
            <Card title={t('dayReport.hours')}>
              <HoursChart hours={hours} />
            </Card>
          )}
          <GroupTable of="people" groups={report.people} />
          <GroupTable of="tills" groups={report.tills} />
          <GroupTable of="branches" groups={report.branches} />
          <PerkTable perks={report.handedOver} />
        </>
      )}
      <p className="text-small text-ink-soft">{t('dayReport.clock')}</p>
    </div>
  )
}

function Loading(): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-5 w-72 max-w-full" />
      <div className={TILES_GRID}>
        {TILES.map((tile) => (
          <Skeleton key={tile} className="h-28 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-104 rounded-card" />
    </div>
  )
}
