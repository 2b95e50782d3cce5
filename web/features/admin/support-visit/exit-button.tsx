import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { exitVisit } from '#web/lib/calls/staff/visit.ts'

/** R31, R219. `onDone` runs once the administrator is the current user again. */
export function ExitButton({ onDone, children }: { onDone: () => void; children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const action = useAction<null, void>((_, key) => exitVisit(key))

  async function leave(): Promise<void> {
    try {
      await action.run(null)
      toast.success(t('visit.ended'), { description: t('visit.endedText') })
      onDone()
    } catch (error) {
      toast.error(t('visit.exitError'), {
        description: error instanceof ApiError ? forError(error) : t('visit.exitFailed'),
        durationMs: LONG_TOAST_MS,
      })
    }
  }

  return (
    <Button className="px-3" title={t('visit.exit')} busy={action.running} onClick={() => void leave()}>
      {!action.running && <span className="contents">{children}</span>}
      <span className="max-sm:sr-only">{action.running ? t('visit.exiting') : t('visit.exit')}</span>
    </Button>
  )
}
