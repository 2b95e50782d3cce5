import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { confirmInvoice, READS_AFTER_CONFIRMATION, type AdminInvoice } from '#web/lib/calls/staff/admin-businesses.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useAction, type Action } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const LONGEST_REFERENCE = 120

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
  const { number = '', amountAmd = 0, business } = last ?? {}
  const isRefund = last?.kind === 'refund'
  const action = useAction(confirmInvoice)
  return (
    <Dialog
      open={invoice !== undefined}
      busy={action.running}
      onClose={onClose}
      title={t(isRefund ? 'adminBusinesses.confirmRefundTitle' : 'adminBusinesses.confirmTitle', { number })}
      description={t(`confirmInvoice.${meaningOf(last)}`, {
        amount: format.amd(amountAmd),
        name: business?.businessName ?? '',
      })}
    >
      {last && <ConfirmForm invoice={last} action={action} onClose={onClose} />}
    </Dialog>
  )
}

/** A renewal changes nothing before its period (H38). */
function meaningOf(invoice: AdminInvoice | undefined): 'refund' | 'renewal' | 'plan' {
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
      <Field label={t('adminBusinesses.reference')} hint={t('adminBusinesses.referenceHint')}>
        {(ids) => (
          <Input
            {...ids}
            value={reference}
            maxLength={LONGEST_REFERENCE}
            autoComplete="off"
            autoFocus
            onChange={(event) => setReference(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <DialogStay busy={action.running}>{t('admin.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={action.running}>
          {t('adminBusinesses.confirm')}
        </Button>
      </div>
    </form>
  )
}
