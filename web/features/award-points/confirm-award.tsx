import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertDialog } from '#web/components/alert-dialog.tsx'
import { useFormat } from '#web/lib/use-format.ts'
import type { CounterInput } from './counter-form-schema.ts'

export interface ConfirmAwardProps {
  /** Undefined while nothing is asked. */
  asking: CounterInput | undefined
  onStay: () => void
  onGo: (award: CounterInput) => void
  /** After the dialog: what is next at the counter. */
  onFocus: () => void
}

/** Asks about an award of a large amount before it is made: two zeros too many are typed easily. */
export function ConfirmAward({ asking, onStay, onGo, onFocus }: ConfirmAwardProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <AlertDialog
      open={asking !== undefined}
      title={t('award.confirmTitle', { amount: format.amd(asking?.amountSpent ?? 0) })}
      description={t('award.confirmDescription')}
      stay={t('award.confirmStay')}
      go={t('award.confirmGo')}
      onStay={onStay}
      onGo={() => asking && onGo(asking)}
      onCloseFocus={(event) => {
        event.preventDefault()
        onFocus()
      }}
    />
  )
}
