import { Copy, FileText, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contracts/calls/billing.ts'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { invoicePdfUrl, usePaymentCheck } from '#web/lib/calls/billing.ts'
import { useSubscription } from '#web/lib/calls/business.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { planBegins } from '#web/lib/words/plan-begins.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** The transfer's details to copy, when the plan starts, and whether the money has arrived (H36, H38). */
export function OpenInvoice({ businessId, invoice }: { businessId: number; invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const format = useFormat()
  const language = useLanguage()
  const stateOf = usePaymentCheck(businessId)
  const { busy, during } = useBusy()
  const { value: subscription } = useSubscription(businessId)
  const { payment } = invoice
  const missingAmd = invoice.amountAmd - invoice.receivedAmd
  // An overdue bill stays open: paying it reactivates the business (H24).
  const late = useNow((now) => new Date(invoice.dueAt) <= now)
  const begins = useNow((now) => subscription !== undefined && planBegins(subscription, invoice, now))
  const lines: [string, string, string][] = [
    [t('invoice.amount'), format.amd(missingAmd), String(missingAmd)],
    ...(payment
      ? ([
          [t('invoice.recipient'), payment.recipient, payment.recipient],
          [t('invoice.bank'), payment.bank, payment.bank],
          [t('invoice.account'), payment.account, payment.account],
          [t('invoice.purpose'), payment.purpose, payment.purpose],
        ] satisfies [string, string, string][])
      : []),
  ]
  return (
    <Card title={t('invoice.toPay', { number: invoice.number })}>
      <div data-testid="open-invoice" className="flex flex-col gap-4">
        <p>
          <span>
            {t(late ? 'invoice.howToPayLate' : 'invoice.howToPay', {
              what: t(`planWithCycle.${invoice.cycle}`, { plan: t(`plans.${invoice.plan}`) }),
              untilDay: format.untilDay(new Date(invoice.dueAt)),
              number: invoice.number,
            })}
          </span>
          {begins && <span>{` ${t(`invoiceBegins.${begins}`)}`}</span>}
          {invoice.creditAmd > 0 && (
            <span>{` ${t('invoice.credit', { price: format.amd(invoice.priceAmd), credit: format.amd(invoice.creditAmd) })}`}</span>
          )}
        </p>
        {invoice.receivedAmd > 0 && (
          <p className="font-semibold">
            {t('invoice.partPaid', { received: format.amd(invoice.receivedAmd), missing: format.amd(missingAmd) })}
          </p>
        )}
        <dl className="rounded-field bg-tuff px-4 py-1">
          {lines.map(([name, shown, copied]) => (
            <div
              key={name}
              className="flex flex-wrap items-center gap-x-3 border-b border-line py-1 last:border-0 sm:flex-nowrap"
            >
              {/* Above its value on a phone, so that a number to type elsewhere stays on one line. */}
              <dt className="w-full text-ink-soft sm:w-auto sm:shrink-0">{name}</dt>
              <dd className="flex min-w-0 flex-1 items-center justify-between gap-3 font-semibold wrap-anywhere">
                <span>{shown}</span>
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={t('invoice.copy', { name })}
                  title={t('invoice.copy', { name })}
                  onClick={() => void copy(copied)}
                >
                  <Copy aria-hidden className="size-4" />
                </Button>
              </dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-3">
          <DownloadLink
            href={invoicePdfUrl(invoice, language)}
            className={buttonLook('secondary')}
            icon={<FileText aria-hidden className="size-5" />}
          >
            {t('invoice.pdf')}
          </DownloadLink>
          <Button look="quiet" busy={busy} onClick={() => void during(check)}>
            <RotateCw aria-hidden className="size-4" />
            <span>{t('invoice.check')}</span>
          </Button>
        </div>
      </div>
    </Card>
  )

  /** Reports the state even if nothing has changed. */
  async function check(): Promise<void> {
    try {
      const state = await stateOf(invoice.id)
      if (state === 'paid') toast.success(t('invoice.confirmed'))
      else toast.error(t(state === 'open' ? 'invoice.notConfirmed' : 'dashboardErrors.invoice_not_open'))
    } catch (error) {
      toast.error(t('invoice.notChecked'), { description: forError(error), durationMs: LONG_TOAST_MS })
    }
  }

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('invoice.copied'))
    } catch {
      toast.error(t('invoice.notCopied'))
    }
  }
}
