import { ChevronDown, Search, X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { useIndustries } from '#web/lib/words/use-industry.ts'

export interface DirectoryFiltersProps {
  search: string
  industries: ReadonlySet<string>
  countOf: (industry: string) => number
  onSearch: (search: string) => void
  onIndustries: (industries: ReadonlySet<string>) => void
  onClear: () => void
}

/** R108-R110. */
export function DirectoryFilters({
  search,
  industries,
  countOf,
  onSearch,
  onIndustries,
  onClear,
}: DirectoryFiltersProps): ReactNode {
  const { t } = useTranslation()
  const { all, nameOf } = useIndustries()
  // Omits industries without businesses, except chosen ones.
  const offered = all.filter((industry) => countOf(industry) > 0 || industries.has(industry))
  const [open, setOpen] = useState(false)
  const panelId = useId()
  // Gets the focus of a removed chip: the search field would open a phone's keyboard.
  const opener = useRef<HTMLButtonElement>(null)

  function toggle(industry: string): void {
    const next = new Set(industries)
    if (!next.delete(industry)) next.add(industry)
    onIndustries(next)
  }

  /** Moves the focus to a remaining chip. */
  function remove({ currentTarget }: MouseEvent, work: () => void): void {
    const item = currentTarget.parentElement
    const beside = item?.nextElementSibling ?? item?.previousElementSibling
    const stays = beside?.querySelector('button') ?? opener.current
    stays?.focus()
    work()
  }

  /** WCAG 2.1.1: Escape returns the focus to the opener. */
  function close({ key }: KeyboardEvent): void {
    if (key !== 'Escape' || !open) return
    setOpen(false)
    opener.current?.focus()
  }

  function clear(): void {
    opener.current?.focus()
    onClear()
  }

  return (
    <search className="flex flex-col gap-3" onKeyDown={close}>
      <div className="flex flex-wrap gap-3">
        <label className="relative min-w-0 flex-1 basis-64">
          <span className="sr-only">{t('directory.search')}</span>
          <Search aria-hidden className="pointer-events-none absolute left-3.5 top-3.5 size-5 text-ink-soft" />
          <Input
            type="search"
            name="search"
            value={search}
            placeholder={t('directory.search')}
            autoComplete="off"
            className="pl-11"
            onChange={(event) => onSearch(event.target.value)}
          />
        </label>
        <Button
          ref={opener}
          look="secondary"
          className="min-h-12"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          <span>{t('directory.industry')}</span>
          {industries.size > 0 && (
            <span
              className="inline-flex min-w-6 justify-center rounded-full bg-pomegranate px-1.5 text-small text-on-pomegranate"
              data-testid="industry-count"
            >
              <span aria-hidden>{industries.size}</span>
              <span className="sr-only">{t('directory.industriesChosen', { count: industries.size })}</span>
            </span>
          )}
          <ChevronDown aria-hidden className={classNames('size-5 transition-transform', open && 'rotate-180')} />
        </Button>
      </div>
      <fieldset
        id={panelId}
        hidden={!open}
        className="animate-appear rounded-card border border-line bg-surface p-3 sm:p-4"
      >
        <legend className="sr-only">{t('directory.industry')}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {offered.map((industry) => (
            <label
              key={industry}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-2 hover:bg-tuff"
            >
              <input
                type="checkbox"
                checked={industries.has(industry)}
                className="size-5 shrink-0 accent-pomegranate"
                onChange={() => toggle(industry)}
              />
              <span className="min-w-0 flex-1">{nameOf(industry)}</span>
              <span className="text-small text-ink-soft">{countOf(industry)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {(industries.size > 0 || search.trim() !== '') && (
        <div className="flex flex-wrap items-center gap-2">
          <ul aria-label={t('directory.active')} className="flex flex-wrap gap-2">
            {search.trim() !== '' && (
              <Chip
                text={t('directory.searched', { text: search.trim() })}
                label={t('directory.removeSearch', { text: search.trim() })}
                onRemove={(event) => remove(event, () => onSearch(''))}
              />
            )}
            {[...industries].map((industry) => (
              <Chip
                key={industry}
                text={nameOf(industry)}
                label={t('directory.remove', { name: nameOf(industry) })}
                onRemove={(event) => remove(event, () => toggle(industry))}
              />
            ))}
          </ul>
          <Button look="quiet" onClick={clear}>
            {t('directory.clearAll')}
          </Button>
        </div>
      )}
    </search>
  )
}

function Chip({
  text,
  label,
  onRemove,
}: {
  text: string
  label: string
  onRemove: (event: MouseEvent) => void
}): ReactNode {
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-strong bg-surface pl-4 pr-3 text-small font-medium wrap-anywhere hover:bg-tuff-deep"
        onClick={onRemove}
      >
        <span>{text}</span>
        <X aria-hidden className="size-4 shrink-0" />
      </button>
    </li>
  )
}
