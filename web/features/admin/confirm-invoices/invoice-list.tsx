import { useState, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { SearchBox } from '#web/components/inputs/search-box.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useAdminInvoices, type AdminInvoice } from '#web/lib/calls/staff/admin-businesses.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { invoicePdfUrl } from '#web/lib/calls/billing.ts'
import { useAsked } from '#web/lib/reads/use-asked.ts'
import { useCursorsOfEntry } from '#web/lib/reads/use-cursors-of-entry.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useInvoiceWords } from '#web/lib/words/use-invoice-words.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type State = AdminInvoice['state']
const STATES: readonly State[] = ['open', 'paid', 'cancelled']
const TONES: Record<State, BadgeTone> = { open: 'apricot', paid: 'leaf', cancelled: 'neutral' }

const ANY = 'any'
const ASKED = ['search', 'state'] as const

/**
 * Received transfers and sent refunds are confirmed here (H36). The address holds the search, which covers all states;
 * without one, only open invoices show. `below` renders with the first reply, so that the list does not push it down.
 */
export function InvoiceList({ below }: { below?: ReactElement }): ReactNode {
  const { t } = useTranslation()
  const { asked, ask } = useAsked(ASKED)
  const isSearch = asked.search.trim() !== ''
  const chosen = [ANY, ...STATES].find((state) => state === asked.state) ?? (isSearch ? ANY : 'open')
  const state = STATES.find((one) => one === chosen) ?? ''
  const cursors = useCursorsOfEntry(`${state} ${asked.search}`)
  const [confirming, setConfirming] = useState<number>()
  const reading = useAdminInvoices({ search: asked.search, state }, cursors.cursor)
  const [hasCome, setHasCome] = useState(false)
  if (!hasCome && (reading.value !== undefined || reading.error !== undefined)) setHasCome(true)
  return (
    <>
      <Card>
        <div className="mb-3 grid gap-3 sm:grid-cols-[1fr_auto]">
          <SearchBox
            label={t('adminBusinesses.invoiceSearch')}
            value={asked.search}
            onChange={(search) => ask({ search })}
          />
          <Select
            aria-label={t('invoices.state')}
            value={chosen}
            onChange={(event) => ask({ state: event.currentTarget.value })}
          >
            <option value={ANY}>{t('adminBusinesses.anyState')}</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {t(`invoiceStates.${one}`)}
              </option>
            ))}
          </Select>
        </div>
        <PagedList
          reading={reading}
          cursors={cursors}
          items={(page) => page.invoices}
          empty={{
            title: t('adminBusinesses.noInvoicesTitle'),
            text: t(isSearch ? 'adminBusinesses.noInvoicesFound' : 'adminBusinesses.noInvoicesText'),
          }}
          of={t('admin.tabs.invoices')}
        >
          {(invoices) => <Rows invoices={invoices} onConfirm={({ id }) => setConfirming(id)} />}
        </PagedList>
        <ConfirmDialog
          invoice={reading.value?.invoices.find(({ id }) => id === confirming)}
          onClose={() => setConfirming(undefined)}
        />
      </Card>
      {hasCome && below}
    </>
  )
}

function Rows({
  invoices,
  onConfirm,
}: {
  invoices: readonly AdminInvoice[]
  onConfirm: (invoice: AdminInvoice) => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { whatFor, stateOf, amountOf } = useInvoiceWords()
  const language = useLanguage()
  return (
    <Table
      caption={t('admin.tabs.invoices')}
      stacks
      rows={invoices}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'number',
          title: t('invoices.number'),
          cell: (invoice) => (
            <DownloadLink
              href={invoicePdfUrl(invoice, language)}
              className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap underline decoration-line-strong underline-offset-4"
            >
              {invoice.number}
            </DownloadLink>
          ),
        },
        {
          key: 'business',
          title: t('adminBusinesses.business'),
          cell: ({ business }) => (
            <span className="block min-w-0 font-medium wrap-anywhere sm:min-w-20">{business.businessName}</span>
          ),
        },
        {
          key: 'issued',
          title: t('invoices.issued'),
          cell: ({ issuedAt }) => <span className="whitespace-nowrap">{format.day(new Date(issuedAt))}</span>,
        },
        { key: 'what', title: t('invoices.what'), cell: whatFor },
        {
          key: 'amount',
          title: t('invoices.amount'),
          end: true,
          cell: (invoice) => <span className="whitespace-nowrap">{amountOf(invoice)}</span>,
        },
        {
          key: 'state',
          title: t('invoices.state'),
          end: true,
          cell: (invoice) =>
            // One box, because on a phone each child would be a column.
            invoice.state === 'open' ? (
              <div>
                <Button look="secondary" onClick={() => onConfirm(invoice)}>
                  <span>{t(invoice.kind === 'refund' ? 'adminBusinesses.confirm' : 'transfers.enter')}</span>
                  <span className="sr-only">{t('common.namely', { what: invoice.number })}</span>
                </Button>
                <Received invoice={invoice} />
              </div>
            ) : (
              <div>
                <Badge tone={TONES[invoice.state]}>{stateOf(invoice)}</Badge>
                <Confirmed invoice={invoice} />
                {invoice.state === 'cancelled' && invoice.receivedAmd > 0 && (
                  <>
                    <Received invoice={invoice} />
                    <Button look="secondary" className="mt-1" onClick={() => onConfirm(invoice)}>
                      <span>{t('transfers.sendBack')}</span>
                      <span className="sr-only">{t('common.namely', { what: invoice.number })}</span>
                    </Button>
                  </>
                )}
              </div>
            ),
        },
      ]}
    />
  )
}

/** What has arrived in part, and what is missing. */
function Received({ invoice: { state, amountAmd, receivedAmd } }: { invoice: AdminInvoice }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (receivedAmd === 0) return null
  const received = format.amd(receivedAmd)
  return (
    <span className="mt-0.5 block text-small text-ink-soft">
      <span className="block">{t('transfers.received', { received })}</span>
      {state === 'open' && (
        <span className="block">{t('transfers.missing', { missing: format.amd(amountAmd - receivedAmd) })}</span>
      )}
    </span>
  )
}

function Confirmed({ invoice: { paidAt, confirmed } }: { invoice: AdminInvoice }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (paidAt === null) return null
  const lines = [
    format.moment(new Date(paidAt)),
    confirmed && t('adminPeople.byAdmin', { id: confirmed.by }),
    confirmed && confirmed.reference !== null && t('adminBusinesses.referenceIs', { reference: confirmed.reference }),
  ]
  return lines.map(
    (line) =>
      line && (
        <span key={line} className="mt-0.5 block text-small text-ink-soft wrap-anywhere">
          {line}
        </span>
      ),
  )
}
