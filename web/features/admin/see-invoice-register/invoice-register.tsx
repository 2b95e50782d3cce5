import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceRegister as Register } from '#contracts/calls/billing.ts'
import { formatMonth } from '#contracts/units/months.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PrintNote } from '#web/components/lists/print-note.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { registerFileUrl, useInvoiceRegister } from '#web/lib/calls/staff/admin-businesses.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { monthsFrom } from '#web/lib/words/month-of.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const KINDS = ['charges', 'refunds'] as const
const AMOUNTS = ['openingAmd', 'issuedAmd', 'withdrawnAmd', 'settledAmd', 'closingAmd'] as const

/** A month's invoices for the platform's own accounting (H36). */
export function InvoiceRegister(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useNow(yerevanMonth)
  const [month, setMonth] = useState(now)
  const reading = useInvoiceRegister(month)
  return (
    <Card
      title={t('invoiceRegister.title')}
      aside={
        <DownloadLink
          href={registerFileUrl(month, language)}
          icon={<Download aria-hidden className="size-5" />}
          className={buttonLook('secondary')}
        >
          {t('figures.xlsx')}
        </DownloadLink>
      }
    >
      <PrintNote days={formatMonth(month, language)} />
      <div className="mb-3 max-w-56 print:hidden">
        <Field label={t('invoiceRegister.month')}>
          {(ids) => (
            <Select {...ids} value={month} onChange={(event) => setMonth(event.currentTarget.value)}>
              {monthsFrom(reading.value?.firstMonth ?? month, now).map((one) => (
                <option key={one} value={one}>
                  {formatMonth(one, language)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <ReadingState reading={reading}>{(register) => <Sums register={register} />}</ReadingState>
      <p className="mt-2 text-small text-ink-soft">{t('invoiceRegister.clock')}</p>
    </Card>
  )
}

function Sums({ register }: { register: Register }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Table
        stacks
        caption={t('invoiceRegister.title')}
        rows={KINDS}
        rowKey={(kind) => kind}
        columns={[
          {
            key: 'kind',
            title: t('invoiceRegister.kind'),
            cell: (kind) => <span className="font-semibold">{t(`invoiceRegister.${kind}`)}</span>,
          },
          ...AMOUNTS.map((name) => ({
            key: name,
            title: t(`invoiceRegister.${name}`),
            end: true,
            cell: (kind: (typeof KINDS)[number]) => (
              <span className="whitespace-nowrap">{format.amd(register[kind][name])}</span>
            ),
          })),
        ]}
      />
      <p data-testid="register-net" className="mt-3 font-semibold">
        {t('invoiceRegister.net', {
          amount: `${register.netAmd < 0 ? '−' : ''}${format.amd(Math.abs(register.netAmd))}`,
        })}
      </p>
    </>
  )
}
