import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** Previous, 'page / total', next: there only when the list is longer than one page (R60). */
export function Pager({ index, count, onTurn, of }: { index: number; count: number; onTurn: (index: number) => void; of: string }): ReactNode {
  const { t } = useTranslation()
  if (count <= 1) return null
  return (
    <nav aria-label={t('pager.of', { list: of })} className="mt-4 flex items-center justify-center gap-3">
      <Button look="quiet" size="icon" aria-label={t('pager.previous')} disabled={index === 0} onClick={() => onTurn(index - 1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
      <span aria-live="polite" className="min-w-14 text-center font-medium">
        {`${index + 1} / ${count}`}
      </span>
      <Button look="quiet" size="icon" aria-label={t('pager.next')} disabled={index === count - 1} onClick={() => onTurn(index + 1)}>
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </nav>
  )
}
