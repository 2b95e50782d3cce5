import { useLayoutEffect, useRef, type ReactNode } from 'react'
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
  /** What stands there instead of a list without items. */
  empty: { title: string; text: string }
  /** The list's name, for its pager and for what is read out of a search. */
  of: string
  children: (items: readonly Item[], page: Page) => ReactNode
}

/** A page of a list that is paged by key: what is read, what stands there while or where it cannot be, and the way to the other pages. */
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
  // A page whose last item is done is none any more: the one before it is shown. Before anything is drawn: nobody is told that there is nothing.
  const isGone = index > 0 && !old && value !== undefined && items(value).length === 0
  useLayoutEffect(() => {
    if (isGone) turnBack()
  })
  // A page that cannot be read does not shut off those before it.
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
 * What a search has come to, for the ear (WCAG 4.1.3): whoever types in its field is not where the list changes. Nothing of the list that the page has
 * opened with, and nothing while an answer is on its way, so that the next one is read out also where it comes to the same.
 */
function Found({ children }: { children: string }): ReactNode {
  const opened = useRef(false)
  const isAnew = useRef(false)
  if (children !== '') opened.current = true
  else isAnew.current = opened.current
  return (
    <p role="status" className="sr-only">
      {isAnew.current && children}
    </p>
  )
}
