import { ArrowRight, Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AccountReplay } from '#contracts/calls/staff/admin.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { eventAddress } from '#web/lib/calls/staff/audit.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat, type Format } from '#web/lib/words/use-format.ts'
import { useTypeNames } from './use-type-names.ts'

type Step = AccountReplay['steps'][number] & { number: number; isFirst: boolean }

/** Log beside read model, one event a row; marks each difference, and the first apart. */
export function FoldSteps({ steps, first }: Pick<AccountReplay, 'steps' | 'first'>): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useTypeNames()
  const nameIn = ({ number, type }: Step): string => `${number}. ${nameOf(type)}`
  const shown = (step: Step, value: 'points' | 'balance', text: (of: string) => string): ReactNode => {
    const { line, agrees } = step
    if (line !== null) return <Compared differs={line[value] !== step[value]}>{text(line[value])}</Compared>
    if (value === 'balance') return '—'
    return agrees ? (
      <span className="text-ink-soft">{t('accountReplay.noLineByRight')}</span>
    ) : (
      <Compared differs>{t('accountReplay.noLine')}</Compared>
    )
  }
  const points = (of: string): string => signed(of, format)
  const balance = (of: string): string => format.points(toTenths(of))
  return (
    <div data-testid="fold-steps">
      <Table
        caption={t('accountReplay.steps')}
        stacks
        rows={steps.map((step, index): Step => ({ ...step, number: index + 1, isFirst: index === first }))}
        rowKey={({ eventId }) => eventId}
        rowLook={({ isFirst }) => (isFirst ? 'bg-alarm-soft' : undefined)}
        columns={[
          {
            key: 'event',
            title: t('accountReplay.event'),
            cell: (step) => (
              <div className="min-w-0 sm:min-w-36 sm:px-2">
                <p className="font-semibold wrap-anywhere">{nameIn(step)}</p>
                <p className="text-small text-ink-soft">{format.moment(new Date(step.recordedAt))}</p>
                <p className="text-small text-ink-soft wrap-anywhere">
                  {t('accountReplay.place', { revision: step.revision, position: step.position })}
                </p>
                <Link
                  to={eventAddress(step.position)}
                  className="inline-flex min-h-9 items-center text-small font-semibold underline decoration-line-strong underline-offset-4"
                >
                  <span>{t('accountReplay.openEvent')}</span>
                  <span className="sr-only">{t('common.namely', { what: nameIn(step) })}</span>
                </Link>
              </div>
            ),
          },
          { key: 'logPoints', title: t('accountReplay.logPoints'), end: true, cell: (step) => points(step.points) },
          { key: 'logBalance', title: t('accountReplay.logBalance'), end: true, cell: (step) => balance(step.balance) },
          {
            key: 'shownPoints',
            title: t('accountReplay.shownPoints'),
            end: true,
            cell: (step) => (
              <div>
                <span>{shown(step, 'points', points)}</span>
                {step.line !== null && step.line.type !== step.type && (
                  <span className="block">
                    <Compared differs>{nameOf(step.line.type)}</Compared>
                  </span>
                )}
              </div>
            ),
          },
          {
            key: 'shownBalance',
            title: t('accountReplay.shownBalance'),
            end: true,
            cell: (step) => shown(step, 'balance', balance),
          },
          {
            key: 'agrees',
            title: t('accountReplay.result'),
            cell: (step) => (
              <div data-agrees={step.agrees} data-first={step.isFirst || undefined}>
                <span
                  className={classNames(
                    'whitespace-nowrap',
                    step.agrees ? 'text-leaf-text' : 'font-bold text-alarm-text',
                  )}
                >
                  {step.agrees ? (
                    <Check aria-hidden className="mr-1 inline size-5" />
                  ) : (
                    <X aria-hidden className="mr-1 inline size-5" />
                  )}
                  <span>{t(step.agrees ? 'accountReplay.agreesHere' : 'accountReplay.differsHere')}</span>
                </span>
                {step.isFirst && (
                  <span className="mt-1 block">
                    <Badge tone="pomegranate" icon={<ArrowRight aria-hidden className="size-4" />}>
                      {t('accountReplay.first')}
                    </Badge>
                  </span>
                )}
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}

/** Not by colour alone: a difference is bold and underlined, too. */
function Compared({ differs, children }: { differs: boolean; children: string }): ReactNode {
  return differs ? (
    <mark className="bg-transparent font-bold text-alarm-text underline decoration-2 underline-offset-4">
      {children}
    </mark>
  ) : (
    <span>{children}</span>
  )
}

function signed(text: string, format: Format): string {
  const isMinus = text.startsWith('-')
  const tenths = toTenths(text.replace(/^-/, ''))
  return `${isMinus ? '−' : tenths > 0 ? '+' : ''}${format.points(tenths)}`
}
