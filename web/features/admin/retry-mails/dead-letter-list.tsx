import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { READS_AFTER_RETRY, retryMail, useDeadLetters } from '#web/lib/calls/staff/admin-people.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Dead letters, without their text; each can be sent once more (H30). */
export function DeadLetterList(): ReactNode {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(retryMail)
  const [retrying, setRetrying] = useState<string>()

  async function retry(id: string, to: string): Promise<void> {
    setRetrying(id)
    try {
      await action.run(id)
      toast.success(t('adminPeople.retried', { to }))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_RETRY)
  }

  return (
    <Card>
      <p className="mb-2 text-ink-soft">{t('adminPeople.mailText')}</p>
      <ReadingState reading={useDeadLetters()}>
        {(letters) =>
          letters.length === 0 ? (
            <EmptyState title={t('adminPeople.noMailsTitle')}>{t('adminPeople.noMailsText')}</EmptyState>
          ) : (
            <ul data-testid="dead-letters">
              {letters.map(({ id, template, to, attempts, lastError, createdAt }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-4 last:border-0"
                >
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="font-semibold wrap-anywhere">{to === '' ? t('adminPeople.erased') : to}</p>
                    <p className="text-small text-ink-soft">
                      <span>
                        {i18n.exists(`mailKinds.${template}`)
                          ? t(`mailKinds.${template}` as 'mailKinds.approved')
                          : template}
                      </span>
                      <span>{` · ${t('adminPeople.attempts', { count: attempts })} · ${format.moment(new Date(createdAt))}`}</span>
                    </p>
                    {lastError !== null && <p className="mt-1 text-small text-alarm-text wrap-anywhere">{lastError}</p>}
                  </div>
                  <Button look="secondary" busy={action.running && retrying === id} onClick={() => void retry(id, to)}>
                    <span>{t('adminPeople.retry')}</span>
                    <span className="sr-only">{t('common.namely', { what: to })}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </ReadingState>
    </Card>
  )
}
