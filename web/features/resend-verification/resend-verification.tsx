import { Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { resendVerification } from '#web/lib/accounts.ts'
import { useLanguage } from '#web/lib/i18n.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useErrorWords } from '#web/lib/use-words.ts'

/** Asks for another verification mail (H19). What is answered does not tell whether anybody has this address. */
export default function ResendVerification({ email }: { email: string }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const language = useLanguage()
  const [sent, setSent] = useState(false)
  const action = useAction(resendVerification)

  async function resend(): Promise<void> {
    try {
      await action.run({ email, language })
      setSent(true)
    } catch (error) {
      toast.error(forError(error))
    }
  }

  if (sent) return <p role="status">{t('resend.done')}</p>
  return (
    <Button look="secondary" busy={action.running} onClick={() => void resend()}>
      <Send aria-hidden className="size-4" />
      {t('resend.button')}
    </Button>
  )
}
