import { Send } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { resendVerification } from '#web/lib/calls/account/accounts.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { mayMoveFocus } from '#web/lib/device/may-move-focus.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** H19. The reply does not reveal whether the address is registered. */
export default function ResendVerification({ email }: { email: string }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const language = useLanguage()
  const [sent, setSent] = useState(false)
  const done = useRef<HTMLParagraphElement>(null)
  const action = useAction(resendVerification)

  // Replaces the focused button; the focus has it read out.
  useEffect(() => {
    if (sent && mayMoveFocus(null)) done.current?.focus()
  }, [sent])

  async function resend(): Promise<void> {
    try {
      await action.run({ email, language })
      setSent(true)
    } catch (error) {
      toast.error(forError(error))
    }
  }

  if (sent) {
    return (
      <p ref={done} tabIndex={-1}>
        {t('resend.done')}
      </p>
    )
  }
  return (
    <Button look="secondary" busy={action.running} onClick={() => void resend()}>
      <Send aria-hidden className="size-4" />
      <span>{t('resend.button')}</span>
    </Button>
  )
}
