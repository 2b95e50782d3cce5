import { Lock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillReply } from '#contracts/rights/till-calls.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { useOnline } from '#web/lib/api/online.ts'
import { Initials } from './initials.tsx'
import { lock } from '#web/lib/session/till-state.ts'

/** Who has unlocked the till, and the button that locks it. */
export function TillBar({ till, person }: { till: TillReply['till']; person: TillReply['staff'][number] }): ReactNode {
  const { t } = useTranslation()
  const online = useOnline()
  const [asking, setAsking] = useState(false)
  return (
    <section
      aria-label={t('till.bar')}
      className="flex items-center gap-3 border-b border-line bg-surface px-3 py-1 sm:px-4"
    >
      <Initials name={person.name} className="size-8 text-small" />
      <p className="min-w-0 flex-1 truncate">
        <span className="font-semibold">{person.name}</span>
        <span aria-hidden> · </span>
        <span className="text-ink-soft">{till.name}</span>
      </p>
      <Button look="secondary" onClick={() => (online ? lock() : setAsking(true))}>
        <Lock aria-hidden className="size-4" />
        <span>{t('till.lock')}</span>
      </Button>
      <AlertDialog
        open={asking}
        title={t('till.lockOfflineTitle')}
        description={t('till.lockOfflineText')}
        stay={t('till.goOn')}
        go={t('till.lock')}
        onStay={() => setAsking(false)}
        onGo={lock}
      />
    </section>
  )
}
