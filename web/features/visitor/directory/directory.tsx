import { useDeferredValue, useMemo, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import type { DirectoryEntry } from '#contracts/calls/directory.ts'
import { BusinessCard } from '#web/components/lists/business-card.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { useGoToNew } from '#web/components/lists/use-go-to-new.ts'
import { useDirectory } from '#web/lib/calls/directory.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { DirectoryFilters } from './directory-filters.tsx'
import { findBusinesses, prepare } from './find-businesses.ts'

const SKELETON_CARDS = 6
/** Further cards on demand, so that a list of a thousand opens as fast as a short one. */
const AT_ONCE = 24
/** Marks a history entry written here. */
const TYPED = 'typed'
const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** All participating businesses. The address holds the search, so that it can be shared (R108-R113). */
export function Directory(): ReactNode {
  const { t } = useTranslation()
  const reading = useDirectory()
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 sm:px-6 sm:py-8">
      <h1 className="text-headline font-bold tracking-tight">{t('directory.title')}</h1>
      <ReadingState reading={reading} loading={<Cards />}>
        {(businesses) => <Found businesses={businesses} />}
      </ReadingState>
    </div>
  )
}

function Found({ businesses }: { businesses: DirectoryEntry[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const [params, setParams] = useSearchParams()
  const { key, state } = useLocation()
  const isTyped = useNavigationType() === 'REPLACE' && state === TYPED
  // Local state leads and the address follows: the router updates late, and would lose letters typed meanwhile.
  const [search, setSearch] = useState(params.get('search') ?? '')
  const [industries, setIndustries] = useState<ReadonlySet<string>>(() => new Set(params.getAll('industry')))
  const [most, setMost] = useState(AT_ONCE)
  const [shownAt, setShownAt] = useState(key)
  if (key !== shownAt) {
    setShownAt(key)
    // A link, or Back, restores the address's search.
    if (!isTyped) {
      setSearch(params.get('search') ?? '')
      setIndustries(new Set(params.getAll('industry')))
      setMost(AT_ONCE)
    }
  }
  const { list, fromLast } = useGoToNew<HTMLUListElement>()
  const prepared = useMemo(() => prepare(businesses), [businesses])
  const wanted = useDeferredValue(search)
  const { prime, all } = useMemo(() => findBusinesses(prepared, wanted, industries), [prepared, wanted, industries])

  function change(text: string, chosen: ReadonlySet<string>): void {
    setSearch(text)
    setIndustries(chosen)
    setMost(AT_ONCE)
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        changed.delete('search')
        changed.delete('industry')
        if (text.trim() !== '') changed.set('search', text)
        for (const industry of chosen) changed.append('industry', industry)
        return changed
      },
      { replace: true, preventScrollReset: true, state: TYPED },
    )
  }

  return (
    <>
      <DirectoryFilters
        search={search}
        industries={industries}
        countOf={(industry) => businesses.filter((business) => business.industry === industry).length}
        onSearch={(text) => change(text, industries)}
        onIndustries={(chosen) => change(search, chosen)}
        onClear={() => change('', new Set())}
      />
      <p role="status" className="sr-only">
        {t('directory.found', { count: all.length, businesses: format.integer(all.length) })}
      </p>
      {all.length === 0 && (
        <EmptyState title={t('directory.noBusinessesFound')}>{t('directory.noBusinessesText')}</EmptyState>
      )}
      {prime.length > 0 && <Section id="prime" title={t('directory.primeTitle')} businesses={prime.slice(0, most)} />}
      {all.length > 0 && (
        <Section id="all" title={t('directory.allTitle')} businesses={all.slice(0, most)} list={list} />
      )}
      {all.length > most && (
        <Button
          look="secondary"
          className="self-center"
          onClick={() => {
            const goOn = fromLast()
            setMost(most + AT_ONCE)
            goOn()
          }}
        >
          {t('directory.more')}
        </Button>
      )}
    </>
  )
}

function Section({
  id,
  title,
  businesses,
  list,
}: {
  id: string
  title: string
  businesses: readonly DirectoryEntry[]
  list?: RefObject<HTMLUListElement | null>
}): ReactNode {
  return (
    <section aria-labelledby={id} data-testid={`directory-${id}`} className="flex flex-col gap-4">
      <h2 id={id} className="text-title font-bold">
        {title}
      </h2>
      <ul ref={list} className={GRID}>
        {businesses.map((business) => (
          <li key={business.id}>
            <BusinessCard business={business} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Skeletons of six cards (R111). */
function Cards(): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">{t('common.loading')}</span>
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <div
          key={index}
          data-testid="card-skeleton"
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5"
        >
          <div className="flex gap-4">
            <Skeleton className="size-14" />
            <Skeleton className="h-6 flex-1" />
          </div>
          <Skeleton className="h-16" />
        </div>
      ))}
    </div>
  )
}
