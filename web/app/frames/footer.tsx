import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { InstagramIcon, TelegramIcon } from '#web/components/brand/brand-icons.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Tooltip } from '#web/components/feedback/tooltip.tsx'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { legalLinks } from '#web/lib/session/legal-links.ts'
import { useUser } from '#web/lib/session/session.ts'
import { SUPPORT } from '#web/lib/session/support.ts'
import { PAGE_LINKS } from './site-links.ts'

const SINCE = 2025
const LINK = 'inline-flex min-h-9 items-center gap-2 rounded-small py-1.5 text-ink-soft hover:text-ink hover:underline'
const NETWORKS = [
  { key: 'instagram', to: SUPPORT.instagram, Icon: InstagramIcon },
  { key: 'telegram', to: SUPPORT.telegram, Icon: TelegramIcon },
] as const

/** R27-R29. */
export function Footer(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const { pathname } = useLocation()
  return (
    <footer className="mx-auto mt-14 flex w-full max-w-6xl flex-col gap-8 px-4 pb-8 sm:px-6">
      {!user && pathname !== '/dashboard' && <Join />}
      <div className="grid gap-8 border-t border-line pt-8 sm:grid-cols-3">
        <LinkList
          title={t('footer.quickLinks')}
          links={PAGE_LINKS.map(({ key, to }) => ({ to, text: t(`header.${key}`) }))}
        />
        <LinkList
          title={t('footer.legal')}
          links={[
            { to: '/pricing', text: t('footer.pricing') },
            ...legalLinks(language, ['terms', 'privacy', 'cookies']).map(({ key, to }) => ({
              to,
              text: t(`footer.${key}`),
            })),
            { to: '/verify', text: t('footer.verify') },
          ]}
        />
        <section aria-label={t('footer.support')}>
          <h2 className="mb-2 font-semibold">{t('footer.support')}</h2>
          <a href={`mailto:${SUPPORT.email}`} className={LINK}>
            <Mail aria-hidden className="size-5" />
            <span>{SUPPORT.email}</span>
          </a>
          <ul className="mt-2 -ml-2.5 flex gap-1">
            {NETWORKS.map(({ key, to, Icon }) => (
              <li key={key}>
                <Tooltip text={t(`footer.${key}`)} side="above" align="start">
                  <a
                    href={to}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={t(`footer.${key}`)}
                    className={buttonLook('quiet', 'icon')}
                  >
                    <Icon className="size-6" />
                  </a>
                </Tooltip>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <p className="text-small text-ink-soft">{t('footer.copyright', { year: SINCE })}</p>
    </footer>
  )
}

function Join(): ReactNode {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('footer.joinNow')}
      className="flex flex-col items-start justify-between gap-5 rounded-card bg-pomegranate-soft p-6 sm:p-8 md:flex-row md:items-center"
    >
      <div className="max-w-prose">
        <h2 className="text-title font-bold">{t('footer.joinTitle')}</h2>
        <p className="mt-1">{t('footer.joinText')}</p>
      </div>
      <div className="flex flex-wrap gap-3 md:shrink-0">
        <Link to="/auth?signup=true" className={buttonLook('primary')}>
          {t('footer.joinNow')}
        </Link>
        <Link to="/business-registration" className={buttonLook('secondary')}>
          {t('footer.registerBusiness')}
        </Link>
      </div>
    </section>
  )
}

function LinkList({ title, links }: { title: string; links: readonly { to: string; text: string }[] }): ReactNode {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 font-semibold">{title}</h2>
      <ul>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className={LINK}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
