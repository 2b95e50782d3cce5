import { ArrowRight, Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AccountReplay } from '#contracts/calls/staff/admin.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { eventAddress } from '#web/lib/calls/staff/audit.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { StepSide } from './step-side.tsx'
import { useTypeNames } from './use-type-names.ts'

/** Log beside read model; marks the first difference. */
export function FoldSteps({ steps, first }: Pick<AccountReplay, 'steps' | 'first'>): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useTypeNames()
  return (
    <ol data-testid="fold-steps" className="flex flex-col">
      {steps.map(({ revision, position, eventId, type, recordedAt, points, balance, line, agrees }, index) => {
        const isFirst = index === first
        const Icon = agrees ? Check : X
        const movesNothing = line === null && agrees
        return (
          <li
            key={eventId}
            data-agrees={agrees}
            data-first={isFirst || undefined}
            className={classNames(
              'border-b border-line py-3 last:border-0',
              isFirst && '-mx-3 rounded-field border-transparent bg-alarm-soft px-3',
            )}
          >
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Icon
                aria-hidden
                className={agrees ? 'size-5 shrink-0 text-leaf-text' : 'size-5 shrink-0 text-alarm-text'}
              />
              <span className="font-semibold">{`${index + 1}. ${nameOf(type)}`}</span>
              <span className="sr-only">{t(agrees ? 'accountReplay.agreesHere' : 'accountReplay.differsHere')}</span>
              {isFirst && (
                <Badge tone="pomegranate" icon={<ArrowRight aria-hidden className="size-4" />}>
                  {t('accountReplay.first')}
                </Badge>
              )}
              <span className="text-small text-ink-soft">{format.moment(new Date(recordedAt))}</span>
            </div>
            <dl className="mt-1.5 grid gap-x-6 gap-y-1 pl-8 sm:grid-cols-2">
              <StepSide title={t('accountReplay.log')} points={points} balance={balance} />
              {movesNothing ? (
                <div>
                  <dt className="text-small text-ink-soft">{t('accountReplay.readModel')}</dt>
                  <dd>{t('accountReplay.noLineByRight')}</dd>
                </div>
              ) : (
                <StepSide
                  title={t('accountReplay.readModel')}
                  points={line?.points}
                  balance={line?.balance}
                  wrong={!agrees}
                  note={line && line.type !== type ? nameOf(line.type) : undefined}
                />
              )}
            </dl>
            <p className="mt-1 pl-8 text-small text-ink-soft break-all">
              {t('accountReplay.place', { revision, position, id: eventId })}
            </p>
            <Link
              to={eventAddress(position)}
              className="ml-8 inline-flex min-h-9 items-center text-small font-semibold underline decoration-line-strong underline-offset-4"
            >
              <span>{t('accountReplay.openEvent')}</span>
              <span className="sr-only">{t('common.namely', { what: `${index + 1}. ${nameOf(type)}` })}</span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
