import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Clock, StatementLine } from '#contracts/calls/statement.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useMovementWords } from './movement-words.ts'

export function MovementRow({ line, clock }: { line: StatementLine; clock: Clock }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useMovementWords()
  const moment = (at: string): string => format.moment(new Date(at))
  const awardSum = words.awardSum(line)
  return (
    <li>
      <details className="group py-3.5">
        <summary className="flex cursor-pointer list-none items-start gap-3 rounded-small">
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{words.what(line)}</p>
            <p className="text-small text-ink-soft">{`${moment(clock === 'recorded' ? line.recordedAt : line.happenedAt)} · ${t(`statement.${line.doneBy}`)}`}</p>
          </div>
          <div className="shrink-0 text-right">
            <p
              className={classNames(
                'font-bold whitespace-nowrap',
                line.points.startsWith('-') ? 'text-ink' : 'text-leaf-text',
              )}
            >
              {words.change(line.points)}
            </p>
            <p className="text-small whitespace-nowrap text-ink-soft">
              {t('statement.was', { points: format.points(toTenths(line.balance)) })}
            </p>
          </div>
          <ChevronDown
            aria-hidden
            className="mt-1 size-4 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          />
          <span className="sr-only">{t('statement.details')}</span>
        </summary>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-field bg-tuff px-4 py-3 text-small">
          {awardSum && <Pair term={t('statement.counting')} text={awardSum} />}
          {line.leftoverAmd !== null && line.leftoverAmd > 0 && (
            <Pair term="" text={t('statement.leftover', { amount: format.amd(line.leftoverAmd) })} />
          )}
          <Pair term={t('statement.running')} text={words.balanceSum(line)} />
          {line.receipt !== null && <Pair term="" text={t('statement.receipt', { number: line.receipt })} />}
          {line.of && (
            <Pair
              term={t('statement.ofPurchase')}
              text={`${format.amd(line.of.amountAmd)} · ${moment(line.of.happenedAt)} · ${t('statement.entry')} ${line.of.position}`}
            />
          )}
          {line.missing !== null && toTenths(line.missing) > 0 && (
            <Pair term="" text={t('statement.missing', { points: format.points(toTenths(line.missing)) })} />
          )}
          {line.reason !== null && <Pair term="" text={t('statement.reason', { reason: line.reason })} />}
          <Pair term={t('statement.happenedAt')} text={moment(line.happenedAt)} />
          <Pair term={t('statement.recordedAt')} text={moment(line.recordedAt)} />
          <Pair term={t('statement.doneBy')} text={t(`statement.${line.doneBy}`)} />
          <Pair term={t('statement.entry')} text={line.position} />
        </dl>
      </details>
    </li>
  )
}

function Pair({ term, text }: { term: string; text: string }): ReactNode {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{text}</dd>
    </div>
  )
}
