import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TurnButton } from '#web/components/inputs/turn-button.tsx'

/** Only for a list longer than one page (R60). */
export function Pager({
  index,
  count,
  onTurn,
  of,
}: {
  index: number
  count: number
  onTurn: (index: number) => void
  of: string
}): ReactNode {
  const { t } = useTranslation()
  if (count <= 1) return null
  return (
    <nav aria-label={t('pager.of', { list: of })} className="mt-4 flex items-center justify-center gap-3">
      <TurnButton to="previous" isEnd={index === 0} onTurn={() => onTurn(index - 1)} />
      <span aria-live="polite" className="min-w-14 text-center font-medium">
        {`${index + 1} / ${count}`}
      </span>
      <TurnButton to="next" isEnd={index === count - 1} onTurn={() => onTurn(index + 1)} />
    </nav>
  )
}
