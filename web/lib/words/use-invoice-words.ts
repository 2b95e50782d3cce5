import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contracts/calls/billing.ts'
import { useFormat } from './use-format.ts'

export interface InvoiceWords {
  whatFor: (invoice: Pick<Invoice, 'kind' | 'plan' | 'cycle'>) => string
  /** A refund is paid out, not to us (H36). */
  stateOf: (invoice: Pick<Invoice, 'kind' | 'state'>) => string
  amountOf: (invoice: Pick<Invoice, 'kind' | 'amountAmd'>) => string
}

export function useInvoiceWords(): InvoiceWords {
  const { t } = useTranslation()
  const format = useFormat()
  return {
    whatFor({ kind, plan, cycle }) {
      const what = t(`planWithCycle.${cycle}`, { plan: t(`plans.${plan}`) })
      return kind === 'refund' ? t('invoices.refund', { what }) : what
    },
    stateOf: ({ kind, state }) => (kind === 'refund' ? t(`refundStates.${state}`) : t(`invoiceStates.${state}`)),
    amountOf: ({ kind, amountAmd }) => `${kind === 'refund' ? '−' : ''}${format.amd(amountAmd)}`,
  }
}
