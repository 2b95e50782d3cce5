import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredEvent } from '#contracts/calls/staff/audit.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Fold } from '#web/components/dialogs/fold.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonRows } from '#web/components/feedback/skeleton.tsx'
import { checkInclusion, type InclusionCheck } from '#web/lib/calls/proofs.ts'
import { useAnswer } from '#web/lib/reads/use-answer.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Undefined would mean no reply yet. */
const check = async (event: StoredEvent): Promise<InclusionCheck | 'uncovered'> =>
  (await checkInclusion(event)) ?? 'uncovered'

/** Computes the event's inclusion proof in the browser, from its text to the signed tree head. */
export function InclusionCard({ event }: { event: StoredEvent }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const asked = useAnswer(event, check)
  const again = (
    <Button look="secondary" onClick={asked.again}>
      <RotateCw aria-hidden className="size-4" />
      <span>{t('common.tryAgain')}</span>
    </Button>
  )
  return (
    <Card title={t('checkProof.title')}>
      <p className="-mt-2 mb-3 text-ink-soft">{t('checkProof.text')}</p>
      {asked.error !== undefined ? (
        <Notice tone="alarm" icon={<CircleAlert className="size-5" />} title={t('checkProof.failed')} action={again}>
          {forError(asked.error)}
        </Notice>
      ) : asked.answer === undefined ? (
        <SkeletonRows />
      ) : asked.answer === 'uncovered' ? (
        <Notice icon={<CircleAlert className="size-5" />} title={t('checkProof.uncovered')} action={again}>
          {t('checkProof.uncoveredText')}
        </Notice>
      ) : (
        <Steps check={asked.answer} />
      )}
    </Card>
  )
}

function Steps({
  check: { proof, head, sameEvent, leafFits, pathFits, headSigned },
}: {
  check: InclusionCheck
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const proven = sameEvent && leafFits && pathFits && headSigned
  const steps = [
    [sameEvent, t('proofSteps.sameEvent')],
    [leafFits, t('proofSteps.leaf', { index: format.integer(proof.index) })],
    [
      pathFits,
      t('proofSteps.path', {
        count: proof.proof.length,
        size: t('proofSteps.size', { count: head.size, size: format.integer(head.size) }),
      }),
    ],
    [headSigned, t('proofSteps.signature', { moment: format.moment(new Date(head.at)) })],
  ] as const
  return (
    <div data-testid="inclusion" className="flex flex-col gap-3">
      <Notice
        tone={proven ? 'good' : 'alarm'}
        icon={proven ? <CircleCheck className="size-5" /> : <CircleAlert className="size-5" />}
        title={t(proven ? 'checkProof.proven' : 'checkProof.notProven')}
      />
      <ol className="flex flex-col gap-1.5">
        {steps.map(([holds, text]) => (
          <li key={text} className="flex items-start gap-2.5">
            {holds ? (
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf-text" />
            ) : (
              <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-alarm-text" />
            )}
            <span>
              <span className="sr-only">{`${t(holds ? 'checkProof.holds' : 'checkProof.holdsNot')} `}</span>
              <span>{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Fold title={t('checkProof.numbers')}>
        <dl className="flex flex-col gap-2 text-small">
          {[
            [t('checkProof.leaf'), proof.leaf],
            [t('checkProof.root'), head.root],
            [t('checkProof.key'), head.keyId],
            [t('checkProof.path'), proof.proof.join(' ')],
            [t('checkProof.eventText'), proof.event],
          ].map(([term, text]) => (
            <div key={term}>
              <dt className="text-ink-soft">{term}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    </div>
  )
}
