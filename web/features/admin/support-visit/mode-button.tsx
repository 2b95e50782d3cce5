import { Eye, PencilLine } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VisitMode } from '#contracts/calls/staff/impersonation.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { Visit } from '#web/lib/session/visit-state.ts'
import { changeMode } from '#web/lib/calls/staff/visit.ts'

/** Switching to acting asks first (H31); switching back does not. */
export function ModeButton({ visit }: { visit: Visit }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const [asking, setAsking] = useState(false)
  const action = useAction((mode: VisitMode, key: string) => changeMode(mode, key))

  async function change(mode: VisitMode): Promise<void> {
    try {
      await action.run(mode)
      toast.over(t('visit.modeFailed'))
    } catch (error) {
      toast.error(t('visit.modeFailed'), { description: forError(error), durationMs: LONG_TOAST_MS })
    }
    setAsking(false)
  }

  if (visit.mode === 'act') {
    return (
      <Button
        look="secondary"
        className="px-3"
        title={t('visit.toView')}
        busy={action.running}
        onClick={() => void change('view')}
      >
        <Eye aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{t('visit.toView')}</span>
      </Button>
    )
  }
  return (
    <>
      <Button
        look="secondary"
        className="px-3"
        title={t('visit.act')}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        <PencilLine aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{t('visit.act')}</span>
      </Button>
      <AlertDialog
        open={asking}
        title={t('visit.actTitle', { name: visit.businessProfile.businessName })}
        description={
          <>
            <span>{t('visit.actText')}</span>
            <span className="mt-2 block wrap-anywhere">{t('visit.actReason', { reason: visit.reason })}</span>
          </>
        }
        stay={t('visit.actStay')}
        go={t('visit.actGo')}
        busy={action.running}
        onStay={() => setAsking(false)}
        onGo={() => void change('act')}
      />
    </>
  )
}
