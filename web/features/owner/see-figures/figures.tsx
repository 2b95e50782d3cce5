import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DailyFigures } from '#contracts/calls/figures.ts'
import { daySchema } from '#contracts/units/moments.ts'
import { noonOf, yerevanDay } from '#contracts/units/time.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { PrintNote } from '#web/components/lists/print-note.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import {
  balancesFileUrl,
  bookFileUrl,
  lastDays,
  spanBefore,
  useBook,
  useDailyFigures,
  type BookFormat,
  type Span,
} from '#web/lib/calls/figures.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { useBusinessProfile } from '#web/lib/calls/business.ts'
import { useAsked } from '#web/lib/reads/use-asked.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { BookTable } from './book-table.tsx'
import { DaysChart } from './days-chart.tsx'
import { FigureTiles, TILES, TILES_GRID } from './figure-tiles.tsx'
import { SpanForm, wrongWith } from './span-form.tsx'

const DAYS = 30
const FORMATS: readonly BookFormat[] = ['xlsx', 'csv']
const ASKED = ['from', 'to'] as const

/**
 * The address holds the days, so that going back from a number's events returns to the same month. Without days, shows
 * the latest.
 */
export function Figures({ businessId }: { businessId: number }): ReactNode {
  const { asked, ask } = useAsked(ASKED)
  // An end may be empty while typing, so it is not in the address yet.
  const [half, setHalf] = useState<Span>()
  const format = useFormat()
  const { value: profile } = useBusinessProfile(businessId)
  const today = useNow(yerevanDay)
  const span = half ?? (isReadable(asked) ? asked : lastDays(DAYS, noonOf(today)))

  function choose(next: Span): void {
    const isHalf = wrongWith(next) !== undefined
    setHalf(isHalf ? next : undefined)
    if (!isHalf) ask(next)
  }
  return (
    <>
      {wrongWith(span) === undefined && (
        <PrintNote
          name={profile?.businessName}
          days={`${format.day(noonOf(span.from))} – ${format.day(noonOf(span.to))}`}
        />
      )}
      <SpanForm span={span} onChange={choose} />
      {wrongWith(span) === undefined && <FiguresOf businessId={businessId} span={span} isOver={span.to < today} />}
    </>
  )
}

/** Anyone may edit the address. */
const isReadable = (asked: Span): boolean =>
  daySchema.safeParse(asked.from).success && daySchema.safeParse(asked.to).success && wrongWith(asked) === undefined

function FiguresOf({ businessId, span, isOver }: { businessId: number; span: Span; isOver: boolean }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const format = useFormat()
  return (
    <>
      <DailyParts businessId={businessId} span={span} isOver={isOver} />
      <Card
        title={t('figures.book')}
        aside={
          <div className="flex flex-wrap gap-2 sm:justify-end">
            {FORMATS.map((format) => (
              <DownloadLink
                key={format}
                href={bookFileUrl(businessId, span, { format, language })}
                icon={<Download aria-hidden className="size-5" />}
                className={buttonLook('secondary')}
              >
                {t(`figures.${format}`)}
              </DownloadLink>
            ))}
          </div>
        }
      >
        <p className="mb-2 text-small text-ink-soft">{t('figures.clock')}</p>
        <ReadingState reading={useBook(businessId, span)}>
          {(book) => <BookTable key={`${span.from} ${span.to}`} book={book} />}
        </ReadingState>
        <DownloadLink
          href={balancesFileUrl(businessId, span.to, language)}
          icon={<Download aria-hidden className="size-5 shrink-0" />}
          className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-line-strong underline-offset-4"
        >
          {t('figures.balances', { day: format.day(noonOf(span.to)) })}
        </DownloadLink>
      </Card>
    </>
  )
}

/** Waits for the days before, too, unless they cannot be read: a tile does not grow later. */
function DailyParts({ businessId, span, isOver }: { businessId: number; span: Span; isOver: boolean }): ReactNode {
  const { t } = useTranslation()
  const earlier = spanBefore(span)
  const hasEarlier = daySchema.safeParse(earlier.from).success
  const before = useDailyFigures(businessId, hasEarlier ? earlier : undefined)
  const reading = useDailyFigures(businessId, span)
  const waits = hasEarlier && before.value === undefined && before.error === undefined
  return (
    <ReadingState reading={waits ? { ...reading, value: undefined } : reading} loading={<FiguresLoading />}>
      {(figures) => (
        <>
          <FigureTiles figures={figures} before={before.value} isOver={isOver} />
          <Card title={t('figures.chart')}>
            {figures.days.some(hasMoved) ? (
              <DaysChart key={`${span.from} ${span.to}`} figures={figures} />
            ) : (
              <EmptyState title={t('figures.emptyTitle')}>{t('figures.emptyText')}</EmptyState>
            )}
          </Card>
        </>
      )}
    </ReadingState>
  )
}

const hasMoved = ({ issuedPoints, redeemedPoints, awards, redemptions }: DailyFigures['days'][number]): boolean =>
  issuedPoints !== 0 || redeemedPoints !== 0 || awards + redemptions > 0

function FiguresLoading(): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-5 w-96 max-w-full" />
      <div className={TILES_GRID}>
        {TILES.map((tile) => (
          <Skeleton key={tile} className="h-42 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-124 rounded-card sm:h-112" />
    </div>
  )
}
