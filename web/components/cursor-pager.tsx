import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cursors } from '#web/lib/use-cursors.ts'
import { Button } from './button.tsx'

/** Previous, the page's number, next; how many pages there are in all, a list that is paged by key does not know. */
export function CursorPager({ cursors, next, of }: { cursors: Cursors; next: string | null | undefined; of: string }): ReactNode {
  const { t } = useTranslation()
  if (cursors.index === 0 && !next) return null
  return (
    <nav aria-label={t('pager.of', { list: of })} className="mt-4 flex items-center justify-center gap-3">
      <Button look="quiet" size="icon" aria-label={t('pager.previous')} disabled={cursors.index === 0} onClick={cursors.turnBack}>
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
      <span aria-live="polite" className="min-w-14 text-center font-medium">
        {cursors.index + 1}
      </span>
      <Button look="quiet" size="icon" aria-label={t('pager.next')} disabled={!next} onClick={() => next && cursors.turnTo(next)}>
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </nav>
  )
}
