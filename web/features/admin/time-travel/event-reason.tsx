import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Step } from '#contracts/calls/staff/time-travel.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { storedWords } from './stored-words.ts'
import { useExact } from './use-exact.ts'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const TENTHS = new Set(['costTenths', 'fromCostTenths', 'missingTenths'])
/** Shown in the page's address already. */
const KNOWN_ANYWAY = new Set(['businessId'])

export function EventReason({ why }: { why: Step['why'] }): ReactNode {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const exact = useExact()
  const shown = (name: string, value: unknown): string => {
    if (name === 'amountAmd' && typeof value === 'number') return format.amd(value)
    if (TENTHS.has(name) && typeof value === 'number') return format.points(value)
    const words = storedWords(name, value)
    if (words !== undefined && i18n.exists(String(words))) return t(words)
    if (typeof value === 'string') return MOMENT.test(value) ? exact(value) : value
    return JSON.stringify(value)
  }
  const facts = Object.entries(why.data)
    .filter(([name, value]) => value !== null && !KNOWN_ANYWAY.has(name))
    .map(
      ([name, value]) =>
        [i18n.exists(`travelFacts.${name}`) ? t(`travelFacts.${name as 'reason'}`) : name, shown(name, value)] as const,
    )
  const rows = [
    ...facts,
    ...(why.happenedAt === null ? [] : [[t('travelFacts.happenedAt'), exact(why.happenedAt)] as const]),
    [t('travelFacts.recordedAt'), exact(why.recordedAt)] as const,
    [t('travelFacts.commandId'), why.commandId] as const,
  ]
  return (
    <dl data-testid="step-why" className="grid gap-x-6 gap-y-1 text-small sm:grid-cols-[auto_1fr]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="mb-1 wrap-anywhere sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
