import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contracts/calls/billing.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { invoicePdfUrl, useInvoices } from '#web/lib/calls/billing.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useInvoiceWords } from '#web/lib/words/use-invoice-words.ts'
import { usePage } from '#web/lib/reads/use-page.ts'
import { usePrinting } from '#web/lib/device/use-printing.ts'

const TONES: Record<Invoice['state'], BadgeTone> = { open: 'apricot', paid: 'leaf', cancelled: 'neutral' }
const PDF_LANGUAGES: readonly Language[] = ['am', 'en']
const ROWS = 10

/** All invoices with PDFs in both languages; `OpenInvoices` shows how to pay. */
export function Invoices({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('invoices.title')}>
      <ReadingState reading={useInvoices(businessId)}>
        {(invoices) =>
          invoices.length === 0 ? (
            <EmptyState title={t('invoices.emptyTitle')}>{t('invoices.emptyText')}</EmptyState>
          ) : (
            <Rows invoices={invoices} />
          )
        }
      </ReadingState>
    </Card>
  )
}

function Rows({ invoices }: { invoices: readonly Invoice[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { whatFor, stateOf, amountOf } = useInvoiceWords()
  const page = usePage(invoices, ROWS)
  const isPrinting = usePrinting()
  return (
    <>
      <Table
        stacks
        caption={t('invoices.title')}
        rows={page.items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'number',
            title: t('invoices.number'),
            cell: ({ number }) => <span className="font-semibold whitespace-nowrap">{number}</span>,
          },
          {
            key: 'day',
            title: t('invoices.issued'),
            cell: ({ issuedAt }) => <span className="whitespace-nowrap">{format.day(new Date(issuedAt))}</span>,
          },
          { key: 'what', title: t('invoices.what'), cell: whatFor },
          {
            key: 'state',
            title: t('invoices.state'),
            cell: (invoice) => <Badge tone={TONES[invoice.state]}>{stateOf(invoice)}</Badge>,
          },
          {
            key: 'amount',
            title: t('invoices.amount'),
            end: true,
            cell: (invoice) => <span className="whitespace-nowrap">{amountOf(invoice)}</span>,
          },
          ...(isPrinting
            ? []
            : [
                {
                  key: 'pdf',
                  title: t('invoices.pdf'),
                  end: true,
                  cell: (invoice: Invoice) => <PdfLinks invoice={invoice} />,
                },
              ]),
        ]}
      />
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('invoices.title')} />
    </>
  )
}

function PdfLinks({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  return (
    <span className="inline-flex">
      {PDF_LANGUAGES.map((language) => (
        <DownloadLink
          key={language}
          href={invoicePdfUrl(invoice, language)}
          className="inline-flex min-h-11 min-w-11 items-center justify-end gap-1.5 font-semibold text-pomegranate-text underline underline-offset-4"
        >
          <span className="sr-only">{`${t('invoices.pdfFor', { number: invoice.number })} `}</span>
          <span>{t(language === 'am' ? 'language.amShort' : 'language.enShort')}</span>
        </DownloadLink>
      ))}
    </span>
  )
}
