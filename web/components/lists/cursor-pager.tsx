import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cursors } from '#web/lib/reads/use-cursors.ts'
import { TurnButton } from '#web/components/inputs/turn-button.tsx'

export interface CursorPagerProps {
  cursors: Cursors
  next: string | null | undefined
  of: string
  /** The rows and `next` are still another page's. */
  waits?: boolean | undefined
}

/** Without a page count, which a keyset-paged list does not know. */
export function CursorPager({ cursors, next, of, waits = false }: CursorPagerProps): ReactNode {
  const { t } = useTranslation()
  // Busy instead of disabled, because a disabled button loses the focus.
  const [pressed, setPressed] = useState<'previous' | 'next'>()
  const isTurning = waits && pressed !== undefined
  // The page has arrived; the next wait may be another search.
  if (!waits && pressed !== undefined) setPressed(undefined)
  if (cursors.index === 0 && !next && !isTurning) return null
  return (
    <nav aria-label={t('pager.of', { list: of })} className="mt-4 flex items-center justify-center gap-3">
      <TurnButton
        to="previous"
        busy={waits && pressed === 'previous'}
        isEnd={waits ? pressed !== 'previous' : cursors.index === 0}
        onTurn={() => {
          setPressed('previous')
          cursors.turnBack()
        }}
      />
      <span aria-live="polite" className="min-w-14 text-center font-medium">
        {cursors.index + 1}
      </span>
      <TurnButton
        to="next"
        busy={waits && pressed === 'next'}
        isEnd={waits ? pressed !== 'next' : !next}
        onTurn={() => {
          if (!next) return
          setPressed('next')
          cursors.turnTo(next)
        }}
      />
    </nav>
  )
}
