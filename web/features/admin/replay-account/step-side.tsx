import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export interface StepSideProps {
  title: string
  points: string | undefined
  balance: string | undefined
  wrong?: boolean
  note?: string | undefined
}

export function StepSide({ title, points, balance, wrong = false, note }: StepSideProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div>
      <dt className="text-small text-ink-soft">{title}</dt>
      <dd className={wrong ? 'font-bold text-alarm-text' : 'font-medium'}>
        <span>
          {points === undefined || balance === undefined
            ? t('accountReplay.noLine')
            : t('accountReplay.sum', { points: signed(points), balance: format.points(toTenths(balance)) })}
        </span>
        {note !== undefined && <span>{` · ${note}`}</span>}
      </dd>
    </div>
  )

  function signed(text: string): string {
    const isMinus = text.startsWith('-')
    const tenths = toTenths(text.replace(/^-/, ''))
    return `${isMinus ? '−' : tenths > 0 ? '+' : ''}${format.points(tenths)}`
  }
}
