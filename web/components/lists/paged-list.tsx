import { useLayoutEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reading } from '#web/lib/reads/read.ts'
import type { Cursors } from '#web/lib/reads/use-cursors.ts'
import { CursorPager } from './cursor-pager.tsx'
import { EmptyState } from './empty-state.tsx'
import { PrintPart } from './print-note.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'

export interface PagedListProps<Page, Item> {
  reading: Reading<Page>
  cursors: Cursors
  items: (page: Page) => readonly Item[]
  empty: { title: string; text: string }
  /** The list's name, for the pager and for screen readers. */
  of: string
  children: (items: readonly Item[], page: Page) => ReactNode
}

export function PagedList<Page extends { next: string | number | null | undefined }, Item>({
  reading,
  cursors,
  items,
  empty,
  of,
  children,
}: PagedListProps<Page, Item>): ReactNode {
  const { t } = useTranslation()
  const { value, old } = reading
  const { index, turnBack } = cursors
  // A page that lost its last item gives way to the previous one, before anything renders, so that the list never
  // looks empty.
  const isGone = index > 0 && !old && value !== undefined && items(value).length === 0
  useLayoutEffect(() => {
    if (isGone) turnBack()
  })
  // A page that failed to load does not cut off the previous ones.
  const isLost = index > 0 && value === undefined && reading.error !== undefined
  const isThere = value !== undefined && !old
  return (
    <>
      <Found>
        {isThere && index === 0
          ? `${t('common.term', { name: of })} ${items(value).length}${value.next ? '+' : ''}`
          : ''}
      </Found>
      <ReadingState reading={reading}>
        {(page) =>
          items(page).length === 0 ? (
            <EmptyState title={empty.title}>{empty.text}</EmptyState>
          ) : (
            <>
              <div className="contents">{children(items(page), page)}</div>
              {(index > 0 || Boolean(page.next)) && <PrintPart>{t('print.part', { number: index + 1 })}</PrintPart>}
              <CursorPager cursors={cursors} next={page.next?.toString()} of={of} waits={old} />
            </>
          )
        }
      </ReadingState>
      {isLost && <CursorPager cursors={cursors} next={null} of={of} />}
    </>
  )
}

/**
 * Announces a search's result count (WCAG 4.1.3), because the focus stays in the search field. Silent for the initial
 * list, and while loading, so that an equal count is announced again.
 */
function Found({ children }: { children: string }): ReactNode {
  const [stage, setStage] = useState<'opening' | 'opened' | 'anew'>('opening')
  if (stage === 'opening' && children !== '') setStage('opened')
  if (stage === 'opened' && children === '') setStage('anew')
  return (
    <p role="status" className="sr-only">
      {stage === 'anew' && children}
    </p>
  )
}
