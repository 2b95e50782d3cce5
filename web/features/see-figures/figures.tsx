import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonLook } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { DownloadLink } from '#web/components/download-link.tsx'
import { ReadingState } from '#web/components/reading-state.tsx'
import { bookCsvUrl, lastDays, useBook, useDailyFigures } from '#web/lib/figures.ts'
import { useLanguage } from '#web/lib/i18n.ts'
import { BookTable } from './book-table.tsx'
import { DaysChart } from './days-chart.tsx'

const SPANS = [7, 30, 90] as const

/** Days in a chart, and the book of what is owed in points. */
export function Figures({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [days, setDays] = useState<number>(30)
  const span = lastDays(days, new Date())
  return (
    <>
      <div role="group" aria-label={t('figures.span')} className="flex flex-wrap gap-2">
        {SPANS.map((count) => (
          <Button key={count} look={count === days ? 'primary' : 'secondary'} aria-pressed={count === days} onClick={() => setDays(count)}>
            {t('figures.days', { count })}
          </Button>
        ))}
      </div>
      <Card title={t('figures.chart')}>
        <ReadingState reading={useDailyFigures(businessId, span)}>{(figures) => <DaysChart figures={figures} />}</ReadingState>
      </Card>
      <Card
        title={t('figures.book')}
        aside={
          <DownloadLink href={bookCsvUrl(businessId, span, language)} icon={<Download aria-hidden className="size-5" />} className={buttonLook('secondary')}>
            {t('figures.csv')}
          </DownloadLink>
        }
      >
        <ReadingState reading={useBook(businessId, span)}>{(book) => <BookTable key={days} book={book} />}</ReadingState>
      </Card>
    </>
  )
}
