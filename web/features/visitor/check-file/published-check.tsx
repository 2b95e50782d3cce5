import { CircleAlert, CircleCheck, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerifyReport } from '#contracts/calls/proofs.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { compareWithPublished } from '#web/lib/calls/proofs.ts'
import { useAnswer } from '#web/lib/reads/use-answer.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** The online part: the key is published, and the published log continues the file's. */
export function PublishedCheck({ report }: { report: VerifyReport }): ReactNode {
  const { t } = useTranslation()
  const { answer, error, again } = useAnswer(report, compareWithPublished)
  const { forError } = useErrorWords()
  if (!answer && error === undefined) return null
  // After a response, do not blame the connection.
  const isAnswered = error instanceof ApiError && error.status !== 0
  const Sign = isAnswered ? CircleAlert : WifiOff
  return (
    <Card title={t('checkProof.published')}>
      {!answer ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Sign aria-hidden className="size-5 shrink-0 text-ink-soft" />
          <p className="min-w-48 flex-1 text-ink-soft">{isAnswered ? forError(error) : t('checkProof.offline')}</p>
          <Button look="secondary" onClick={again}>
            {t('common.tryAgain')}
          </Button>
        </div>
      ) : (
        <ul data-testid="published" className="flex flex-col gap-1.5">
          <Line holds={answer.key}>{t(answer.key ? 'checkProof.keyPublished' : 'checkProof.keyNotPublished')}</Line>
          {answer.log !== null && <Line holds={answer.log === 'continues'}>{t(`logCompared.${answer.log}`)}</Line>}
        </ul>
      )}
    </Card>
  )
}

function Line({ holds, children }: { holds: boolean; children: ReactNode }): ReactNode {
  return (
    <li className="flex items-start gap-2.5">
      {holds ? (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf-text" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-alarm-text" />
      )}
      <span>{children}</span>
    </li>
  )
}
