import { Ellipsis } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { classNames } from '#web/lib/device/class-names.ts'
import { rightOf } from '#contracts/rights/business-rights.ts'
import { useIsOwner } from '#web/lib/session/business-of.ts'
import { BUSINESS_PAGES, type BusinessPage } from './business-pages.ts'

/** Tabs in the row at the bottom, with the one that opens the other pages. */
const TABS = 5

const TAB =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 rounded-field text-center text-[0.6875rem] leading-tight font-semibold tracking-tight lg:text-[0.75rem] lg:tracking-normal'
const CHOSEN = 'bg-pomegranate-soft text-pomegranate-text'
const OTHER = 'text-ink-soft hover:bg-tuff-deep hover:text-ink'

export default function BusinessNav(): ReactNode {
  const { t } = useTranslation()
  const { key, pathname } = useLocation()
  const id = useId()
  // Open until the next navigation.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  const more = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      more.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])

  const actor = useIsOwner() ? 'owner' : 'manager'
  const pages = BUSINESS_PAGES.filter(({ call }) => rightOf(actor, call) !== 'no')
  const later = pages.slice(TABS - 1)
  const isLater = later.some(({ to }) => pathname.startsWith(to))
  return (
    <nav
      aria-label={t('businessNav.title')}
      data-tabs
      className="relative border-t border-line bg-surface px-0.5 pb-[env(safe-area-inset-bottom)] lg:border-0 lg:bg-transparent lg:p-0"
    >
      {isOpen && (
        <ul
          id={id}
          className="absolute inset-x-0 bottom-full animate-appear rounded-t-card border border-line bg-surface p-2 shadow-float lg:hidden"
        >
          {later.map((page) => (
            <li key={page.name}>
              <PageLink page={page} look="min-h-12 flex w-full items-center gap-3 rounded-field px-4 font-semibold" />
            </li>
          ))}
        </ul>
      )}
      <ul className="flex items-stretch py-1 lg:flex-col lg:gap-1 lg:py-0">
        {pages.map((page) => (
          <li
            key={page.name}
            className={classNames('min-w-0 flex-1 lg:flex-none', later.includes(page) && 'max-lg:hidden')}
          >
            <PageLink page={page} look={TAB} />
          </li>
        ))}
        <li className="min-w-0 flex-1 lg:hidden">
          <button
            ref={more}
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            className={classNames(TAB, isLater ? CHOSEN : OTHER)}
            onClick={() => setOpenAt(isOpen ? null : key)}
          >
            <Ellipsis aria-hidden className="size-5 shrink-0" />
            <span>{t('businessNav.more')}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}

function PageLink({ page: { to, name, Icon }, look }: { page: BusinessPage; look: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <NavLink to={to} className={({ isActive }) => classNames(look, isActive ? CHOSEN : OTHER)}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="max-w-full wrap-anywhere">{t(`businessNav.${name}`)}</span>
    </NavLink>
  )
}
