import { LayoutDashboard, LogIn, Menu, UserRound, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'
import { LanguageSwitcher } from '#web/features/person/switch-language/language-switcher.tsx'
import { SignOutButton } from '#web/features/person/sign-out/sign-out-button.tsx'
import { ThemeSwitcher } from '#web/features/person/switch-theme/theme-switcher.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { useUser } from '#web/lib/session/session.ts'
import { useVisit } from '#web/lib/session/visit-state.ts'
import { PAGE_LINKS } from './site-links.ts'

const MENU_ID = 'site-menu'

/** R23, R24; on a narrow screen a button opens the pages (R26). */
export function Header(): ReactNode {
  const { t } = useTranslation()
  const { key } = useLocation()
  // Open until the next navigation, even to the same page.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent): void => {
      // A dialog over the menu handles Escape first.
      if (event.key !== 'Escape' || document.querySelector('[role=alertdialog]')) return
      setOpenAt(null)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  return (
    <header className="mx-auto w-full max-w-6xl px-4 py-1.5 sm:px-6">
      <div className="flex items-center justify-between gap-1 sm:gap-2">
        <Link to="/" className="-ml-1 flex items-center gap-2 rounded-small py-1 pl-1 pr-2">
          <SeedMark className="size-8" />
          <span className="text-lead font-bold tracking-tight">{t('brand.name')}</span>
        </Link>
        <nav aria-label={t('header.label')} className="hidden gap-1 lg:flex">
          <PageLinks className="px-3" />
        </nav>
        <div className="flex items-center gap-0.5 sm:gap-2">
          <LanguageSwitcher />
          <ThemeSwitcher />
          <div className="hidden items-center gap-1 lg:flex">
            <Account />
          </div>
          <Button
            ref={toggle}
            look="quiet"
            size="icon"
            className="lg:hidden"
            aria-label={open ? t('header.closeMenu') : t('header.openMenu')}
            aria-expanded={open}
            aria-controls={MENU_ID}
            onClick={() => setOpenAt(open ? null : key)}
          >
            {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
          </Button>
        </div>
      </div>
      <nav
        id={MENU_ID}
        hidden={!open}
        aria-label={t('header.label')}
        className={classNames(
          'mt-1 animate-appear flex-col rounded-card border border-line bg-surface p-2 lg:hidden',
          open && 'flex',
        )}
      >
        <PageLinks className="justify-start px-4" />
        <div className="mt-2 flex flex-col items-stretch border-t border-line pt-2 *:justify-start *:px-4">
          <Account />
        </div>
      </nav>
    </header>
  )
}

function PageLinks({ className }: { className: string }): ReactNode {
  const { t } = useTranslation()
  return PAGE_LINKS.map(({ key, to }) => (
    <NavLink
      key={key}
      to={to}
      end
      className={({ isActive }) =>
        buttonLook('quiet', 'regular', classNames(className, isActive && 'text-pomegranate-text'))
      }
    >
      {t(`header.${key}`)}
    </NavLink>
  ))
}

/** R24. A support visit ends through its banner (H31). */
function Account(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const visit = useVisit()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (user) {
    return (
      <>
        {pathname !== '/dashboard' && (
          <Link to="/dashboard" className={buttonLook('quiet', 'regular', 'px-3')}>
            <LayoutDashboard aria-hidden className="size-5" />
            <span>{t('header.dashboard')}</span>
          </Link>
        )}
        {pathname !== '/edit-profile' && (
          <Link to="/edit-profile" className={buttonLook('quiet', 'regular', 'px-3 lg:hidden')}>
            <UserRound aria-hidden className="size-5" />
            <span>{t('header.profile')}</span>
          </Link>
        )}
        {!visit && <SignOutButton onDone={() => void navigate('/')} />}
      </>
    )
  }
  if (user === undefined) return null
  return (
    <Link to="/auth" className={buttonLook('quiet', 'regular', 'px-3')}>
      <LogIn aria-hidden className="size-5" />
      <span>{t('header.signIn')}</span>
    </Link>
  )
}
