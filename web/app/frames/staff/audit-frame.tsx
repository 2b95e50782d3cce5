import { CalendarClock, FileCheck, Gavel, LayoutDashboard, ListTree, Scale, Stamp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { useChosenInView } from '#web/lib/device/use-chosen-in-view.ts'

const TABS = [
  { name: 'movements', to: '/audit/movements', Icon: ListTree },
  { name: 'balance', to: '/audit/balance', Icon: Scale },
  { name: 'visits', to: '/audit/visits', Icon: CalendarClock },
  { name: 'acts', to: '/audit/acts', Icon: Gavel },
  { name: 'heads', to: '/audit/heads', Icon: Stamp },
  { name: 'verify', to: '/verify', Icon: FileCheck },
] as const

/** The tab of a page: the dashboard and an event's page belong to the search. */
function currentAt(pathname: string, to: string): 'page' | 'true' | undefined {
  if (pathname === to || (to === TABS[0].to && pathname === '/dashboard')) return 'page'
  return to === TABS[0].to && pathname.startsWith('/audit/events/') ? 'true' : undefined
}

/** The auditor's pages (H33); administrators get a link back. */
export function AuditFrame({
  user,
  title,
  children,
}: {
  user: SessionUser
  title: string
  children: ReactNode
}): ReactNode {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const row = useChosenInView()
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-3 pb-4 sm:px-6">
      <PageHead title={`${title} · ${t('audit.title')}`} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div>
          <h1 className="text-title font-bold">{title}</h1>
          <p className="text-ink-soft">{t(`auditRoles.${user.role}`)}</p>
        </div>
        {user.role === 'admin' && (
          <Link to="/admin/dashboard" className={buttonLook('secondary')}>
            <LayoutDashboard aria-hidden className="size-5" />
            <span>{t('audit.toAdmin')}</span>
          </Link>
        )}
      </div>
      <nav
        ref={row}
        aria-label={t('audit.title')}
        className="relative -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 py-1 sm:-mx-6 sm:px-6"
      >
        {TABS.map(({ name, to, Icon }) => {
          const current = currentAt(pathname, to)
          return (
            <Link
              key={name}
              to={to}
              aria-current={current}
              className={classNames(
                'flex min-h-11 shrink-0 items-center gap-2 rounded-field px-3 font-semibold whitespace-nowrap',
                current
                  ? 'bg-pomegranate-soft text-pomegranate-text'
                  : 'text-ink-soft hover:bg-tuff-deep hover:text-ink',
              )}
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              <span>{t(`auditTabs.${name}`)}</span>
            </Link>
          )
        })}
      </nav>
      {children}
    </div>
  )
}
