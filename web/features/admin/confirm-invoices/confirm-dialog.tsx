import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Unbroken } from '#web/components/brand/unbroken.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import {
  confirmInvoice,
  enterTransfer,
  READS_AFTER_CONFIRMATION,
  type AdminInvoice,
} from '#web/lib/calls/staff/admin-businesses.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useAction, type Action } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { ReferenceField } from './reference-field.tsx'
import { TransferForm } from './transfer-form.tsx'
import { TransferList } from './transfer-list.tsx'

/** A charge: what arrived is entered and compared. A refund: confirmed as sent. */
export function ConfirmDialog({
  invoice,
  onClose,
}: {
  invoice: AdminInvoice | undefined
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  // Keeps the invoice on screen while the dialog closes.
  const last = useLast(invoice)
  const { number = '', amountAmd = 0, receivedAmd = 0, business } = last ?? {}
  const isRefund = last?.kind === 'refund'
  const confirm = useAction(confirmInvoice)
  const enter = useAction(enterTransfer)
  return (
    <Dialog
      open={invoice !== undefined}
      busy={confirm.running || enter.running}
      onClose={onClose}
      title={
        <Unbroken
          text={t(isRefund ? 'adminBusinesses.confirmRefundTitle' : 'transfers.title', { number })}
          part={number}
        />
      }
      description={t(`confirmInvoice.${meaningOf(last)}`, {
        amount: format.amd(isRefund ? amountAmd : last?.state === 'open' ? amountAmd - receivedAmd : receivedAmd),
        name: business?.businessName ?? '',
      })}
    >
      {last && last.transfers.length > 0 && <TransferList invoice={last} />}
      {isRefund && <ConfirmForm invoice={last} action={confirm} onClose={onClose} />}
      {!isRefund && last?.state === 'open' && <TransferForm invoice={last} action={enter} onClose={onClose} />}
    </Dialog>
  )
}

/** A renewal changes nothing before its period (H38). */
function meaningOf(invoice: AdminInvoice | undefined): 'refund' | 'renewal' | 'plan' | 'withdrawn' {
  if (invoice?.state === 'cancelled') return 'withdrawn'
  return !invoice || invoice.reason === 'change' ? 'plan' : invoice.reason
}

interface ConfirmFormProps {
  invoice: AdminInvoice
  action: Action<Parameters<typeof confirmInvoice>[0], unknown>
  onClose: () => void
}

function ConfirmForm({ invoice, action, onClose }: ConfirmFormProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const [reference, setReference] = useState('')

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      await action.run({ id: invoice.id, reference: reference.trim() })
      onClose()
      toast.success(t('adminBusinesses.confirmed', { number: invoice.number }))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_CONFIRMATION)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ReferenceField value={reference} autoFocus onChange={setReference} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogStay busy={action.running}>{t('admin.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={action.running}>
          {t('adminBusinesses.confirm')}
        </Button>
      </div>
    </form>
  )
}
