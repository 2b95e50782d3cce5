import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import type { Purchase } from '#web/lib/outbox/same-award.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import type { WhyAsk } from './why-ask.ts'

export interface AskedAward {
  input: Purchase
  why: WhyAsk
}

export interface ConfirmAwardProps {
  /** Undefined while closed. */
  asking: AskedAward | undefined
  onStay: () => void
  onGo: (award: Purchase) => void
  /** Moves the focus after the dialog. */
  onFocus: () => void
}

export function ConfirmAward({ asking, onStay, onGo, onFocus }: ConfirmAwardProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = format.amd(asking?.input.amountSpent ?? 0)
  const waits = asking?.why === 'waits'
  return (
    <AlertDialog
      open={asking !== undefined}
      title={waits ? t('award.twiceTitle') : t('award.confirmTitle', { amount })}
      description={
        waits
          ? t('award.twiceDescription', { code: spacedCode(asking.input.buyerId), amount })
          : t('award.confirmDescription')
      }
      stay={t(waits ? 'award.twiceStay' : 'award.confirmStay')}
      go={t(waits ? 'award.twiceGo' : 'award.confirmGo')}
      onStay={onStay}
      onGo={() => asking && onGo(asking.input)}
      onCloseFocus={(event) => {
        event.preventDefault()
        onFocus()
      }}
    />
  )
}
