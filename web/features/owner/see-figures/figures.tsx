import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { daySchema } from '#contracts/units/moments.ts'
import { noonOf, yerevanDay } from '#contracts/units/time.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { PrintNote } from '#web/components/lists/print-note.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import {
  balancesFileUrl,
  bookFileUrl,
  lastDays,
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
  const today = noonOf(useNow(yerevanDay))
  const span = half ?? (isReadable(asked) ? asked : lastDays(DAYS, today))

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
      {wrongWith(span) === undefined && <FiguresOf businessId={businessId} span={span} />}
    </>
  )
}

/** Anyone may edit the address. */
const isReadable = (asked: Span): boolean =>
  daySchema.safeParse(asked.from).success && daySchema.safeParse(asked.to).success && wrongWith(asked) === undefined

function FiguresOf({ businessId, span }: { businessId: number; span: Span }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const format = useFormat()
  return (
    <>
      <Card title={t('figures.chart')}>
        <ReadingState reading={useDailyFigures(businessId, span)}>
          {(figures) => <DaysChart figures={figures} />}
        </ReadingState>
      </Card>
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
