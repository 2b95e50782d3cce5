import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import {
  enterTransfer,
  READS_AFTER_CONFIRMATION,
  type AdminInvoice,
  type TransferReply,
} from '#web/lib/calls/staff/admin-businesses.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import type { Action } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { ReferenceField } from './reference-field.tsx'
import { typedAmount } from './typed-amount.ts'

export type EnterTransfer = Action<Parameters<typeof enterTransfer>[0], TransferReply>

/** Compares the amount that arrived with what is missing before it is sent; the server compares again (decision 64). */
export function TransferForm({
  invoice,
  action,
  onClose,
}: {
  invoice: AdminInvoice
  action: EnterTransfer
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [isWrong, setWrong] = useState(false)
  const amountAmd = typedAmount(amount)
  const missingAmd = invoice.amountAmd - invoice.receivedAmd
  const surplusAmd = (amountAmd ?? 0) - missingAmd

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (amountAmd === undefined || surplusAmd > 0) return setWrong(true)
    try {
      const { missingAmd: left } = await action.run({ id: invoice.id, amountAmd, reference: reference.trim() })
      onClose()
      if (left === 0) toast.success(t('adminBusinesses.confirmed', { number: invoice.number }))
      else
        toast.success(t('transfers.partly', { number: invoice.number }), {
          description: t('transfers.missing', { missing: format.amd(left) }),
          durationMs: LONG_TOAST_MS,
        })
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_CONFIRMATION)
  }

  const error = !isWrong
    ? undefined
    : amountAmd === undefined
      ? t('adminSystem.wrongNumber')
      : surplusAmd > 0
        ? t('transfers.tooMuch', { surplus: format.amd(surplusAmd) })
        : undefined

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('transfers.amount')} hint={comparison()} error={error}>
        {(ids) => (
          <Input
            {...ids}
            name="amount"
            value={amount}
            inputMode="numeric"
            maxLength={16}
            autoComplete="off"
            autoFocus
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        )}
      </Field>
      <ReferenceField value={reference} onChange={setReference} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogStay busy={action.running}>{t('admin.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={action.running}>
          {t('transfers.enter')}
        </Button>
      </div>
    </form>
  )

  function comparison(): string {
    if (amountAmd === undefined) return t('transfers.missing', { missing: format.amd(missingAmd) })
    if (surplusAmd > 0) return t('transfers.surplus', { surplus: format.amd(surplusAmd) })
    return surplusAmd === 0 ? t('transfers.equal') : t('transfers.missing', { missing: format.amd(-surplusAmd) })
  }
}
