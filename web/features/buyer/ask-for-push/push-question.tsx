import { Bell } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PUSH_KINDS } from '#contracts/calls/account/push.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { usePushHere } from '#web/lib/calls/account/push.ts'
import { isPushUndecided, pushAbility } from '#web/lib/device/push.ts'
import { PUSH_ASKED_NAME, storage } from '#web/lib/device/storage.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

type Answer = 'on' | 'later' | 'blocked'

/** After the first award: the browser's own question follows only a press here. */
export default function PushQuestion(): ReactNode {
  return pushAbility() === 'ready' ? <Question /> : null
}

function Question(): ReactNode {
  const { t } = useTranslation()
  const { forAct } = useErrorWords()
  const language = useLanguage()
  const { here, choose } = usePushHere(language)
  const { busy, during } = useBusy()
  const [isOpen] = useState(() => isPushUndecided() && storage.get(PUSH_ASKED_NAME) === null)
  const [answer, setAnswer] = useState<Answer>()
  const said = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (answer) said.current?.focus()
  }, [answer])

  function decide(decided: Answer): void {
    storage.set(PUSH_ASKED_NAME, 'yes')
    setAnswer(decided)
  }

  async function turnOn(): Promise<void> {
    try {
      const isOn = await choose(PUSH_KINDS, language)
      if (isOn) return decide('on')
      if (pushAbility() === 'blocked') return decide('blocked')
      if (isPushUndecided()) return decide('later')
      // Allowed, but the browser could not subscribe: the question stays.
      toast.error(t('push.failed'))
    } catch (error) {
      const { title, description } = forAct(t('push.failed'), error)
      toast.error(title, { description })
    }
  }

  if (!isOpen || (here === undefined && !answer) || (here && !answer)) return null
  return (
    <Card title={t('push.askTitle')}>
      {answer ? (
        <div className="flex flex-col items-start gap-1">
          <p ref={said} tabIndex={-1} className="outline-none">
            {answer === 'blocked' ? t('push.blocked') : t(`push.answers.${answer}`)}
          </p>
          <Link
            to="/edit-profile"
            className="inline-flex min-h-11 items-center font-semibold text-pomegranate-text underline underline-offset-4"
          >
            {t('push.toProfile')}
          </Link>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-soft">{t('push.askText')}</p>
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} onClick={() => void during(turnOn)}>
              <Bell aria-hidden className="size-4" />
              <span>{t('push.yes')}</span>
            </Button>
            <Button look="quiet" disabled={busy} onClick={() => decide('later')}>
              {t('push.no')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}
