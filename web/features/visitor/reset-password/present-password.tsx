import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '#web/components/inputs/button.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { knowBrowser } from '#web/lib/calls/account/accounts.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** The reset link's other use: makes this browser known, so that the present password works here. */
export function PresentPassword({ token, onInvalid }: { token: string; onInvalid: () => void }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const navigate = useNavigate()
  const action = useAction(knowBrowser)

  async function open(): Promise<void> {
    try {
      await action.run(token)
      void navigate('/auth')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_reset_token') return onInvalid()
      toast.error(forError(error))
    }
  }

  return (
    <section className="mt-8 flex flex-col gap-3 border-t border-line pt-6">
      <h2 className="font-semibold">{t('mailedLink.title')}</h2>
      <p className="text-ink-soft">{t('mailedLink.text')}</p>
      <Button look="secondary" busy={action.running} onClick={() => void open()}>
        {t('mailedLink.button')}
      </Button>
    </section>
  )
}
