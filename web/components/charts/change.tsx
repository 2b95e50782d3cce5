import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const WHOLE = 100

/** In percent; nothing where there is nothing to compare with. */
export function Change({ now, before }: { now: number | null; before: number | null }): ReactNode {
  const { t } = useTranslation()
  if (now === null || before === null || before <= 0) return null
  const percent = Math.round(((now - before) / before) * WHOLE)
  const [Icon, look, words] =
    percent > 0
      ? ([ArrowUp, 'text-leaf-text', 'charts.more'] as const)
      : percent < 0
        ? ([ArrowDown, 'text-alarm-text', 'charts.less'] as const)
        : ([Equal, 'text-ink-soft', 'charts.same'] as const)
  return (
    <span className={`inline-flex items-center gap-0.5 font-semibold ${look}`}>
      <Icon aria-hidden className="size-4" />
      <span>{t(words, { percent: Math.abs(percent) })}</span>
    </span>
  )
}
