import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { useOverview } from '#web/lib/calls/staff/admin-system.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { useChosenInView } from '#web/lib/device/use-chosen-in-view.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { ADMIN_TABS, adminAddress } from './admin-tabs.ts'

/** The tabs scroll beside the page on a low screen, and in a row above it on a narrow one. */
export function AdminFrame({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-x-8 gap-y-4 px-4 pb-4 sm:px-6 lg:flex-row lg:pt-3 lg:items-start">
      <PageHead title={`${title} · ${t('admin.title')}`} />
      <Tabs />
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <h1 className="text-title font-bold">{title}</h1>
        {children}
      </div>
    </div>
  )
}

function Tabs(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const overview = useOverview().value
  // Every tab is a page of its own, and the counts widen the row.
  const row = useChosenInView(overview !== undefined)

  return (
    <nav
      ref={row}
      aria-label={t('admin.title')}
      className="relative -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 py-1 sm:-mx-6 sm:px-6 lg:sticky lg:top-2 lg:-m-1.5 lg:max-h-[calc(100dvh-1rem)] lg:w-[15.75rem] lg:shrink-0 lg:flex-col lg:overflow-y-auto lg:border-0 lg:p-1.5"
    >
      {ADMIN_TABS.map(({ path, name, Icon, waiting }) => {
        const count = overview && waiting ? waiting(overview) : 0
        return (
          <NavLink
            key={name}
            to={adminAddress(path)}
            end
            className={({ isActive }) =>
              classNames(
                'flex min-h-11 shrink-0 items-center gap-2.5 rounded-field px-3 font-semibold whitespace-nowrap lg:whitespace-normal',
                isActive
                  ? 'bg-pomegranate-soft text-pomegranate-text'
                  : 'text-ink-soft hover:bg-tuff-deep hover:text-ink',
              )
            }
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            <span>{t(`admin.tabs.${name}`)}</span>
            {count > 0 && (
              <span className="ml-auto rounded-full bg-apricot-soft px-2 text-small text-apricot-text">
                <span className="sr-only">{`, ${t('admin.waiting')} `}</span>
                {/* A box of its own, so that the chosen tab's underline stops before it. */}
                <span className="inline-block">{format.integer(count)}</span>
              </span>
            )}
          </NavLink>
        )
      })}
    </nav>
  )
}
