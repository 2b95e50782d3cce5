import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessBuyer } from '#contracts/calls/business.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { readBuyersThen } from '#web/features/admin/time-travel/time-travel.ts'
import type { TravelMoment } from '#web/lib/reads/travel-moment.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** The server's page size: a full page may have a next one. */
const PAGE = 200

export interface BuyersThenProps {
  businessId: number
  moment: TravelMoment
  first: BusinessBuyer[]
  onOpen: (buyerId: number) => void
}

/** Buyers with a balance then, by code (R140). */
export function BuyersThen({ businessId, moment, first, onOpen }: BuyersThenProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { forError } = useErrorWords()
  const [more, setMore] = useState<readonly BusinessBuyer[][]>([])
  const [reading, setReading] = useState(false)
  const pages = [first, ...more]
  const rows = pages.flat()

  async function readMore(): Promise<void> {
    setReading(true)
    try {
      const page = await readBuyersThen(businessId, moment, rows.at(-1)?.id ?? 0)
      toast.over(t('travel.stepFailed'))
      setMore((before) => [...before, page])
    } catch (error) {
      toast.error(t('travel.stepFailed'), { description: forError(error), durationMs: LONG_TOAST_MS })
    } finally {
      setReading(false)
    }
  }

  return (
    <Card title={t('travel.buyers')}>
      {rows.length === 0 ? (
        <EmptyState title={t('travel.noBuyers')}>{t('travel.noBuyersText')}</EmptyState>
      ) : (
        <Table
          caption={t('travel.buyers')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'code',
              title: t('travel.buyer'),
              cell: ({ id, buyer }) => (
                <Button
                  look="quiet"
                  data-buyer={id}
                  className="-ml-3 px-3 underline decoration-line-strong underline-offset-4"
                  onClick={() => onOpen(id)}
                >
                  {buyer.buyerId === '' ? t('travel.erased') : spacedCode(buyer.buyerId)}
                </Button>
              ),
            },
            {
              key: 'points',
              title: t('travel.balance'),
              end: true,
              cell: ({ points }) => format.points(toTenths(points)),
            },
          ]}
        />
      )}
      {(pages.at(-1)?.length ?? 0) >= PAGE && (
        <Button look="secondary" className="mt-3" busy={reading} onClick={() => void readMore()}>
          {t('travel.moreBuyers')}
        </Button>
      )}
    </Card>
  )
}
