import { useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { BRANDS, headOf, SERVER_HEAD, type HeadBusiness } from '#contracts/pages/page-metadata.ts'
import { useHydrated } from '#web/lib/device/use-hydrated.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'

export interface PageHeadProps {
  /** For an unlisted page that knows more than the table, e.g. a business's dashboard. */
  title?: string
  description?: string
  /** For a business's page; null if there is no such business. */
  business?: HeadBusiness | null
  missing?: boolean
}

/**
 * Title, description, canonical address, language alternates and share picture (R22). Replaces the server's own tags
 * (contracts/pages/page-metadata.ts), but not while the server's HTML comes alive: React would take them for its own.
 */
export function PageHead({ title, description, business, missing = false }: PageHeadProps): ReactNode {
  const { pathname, search } = useLocation()
  const language = useLanguage()
  const head = headOf(pathname, new URLSearchParams(search), language, missing ? null : business)
  const own = head.found && !head.listed
  const fullTitle = own && title !== undefined ? `${title} · ${BRANDS[language]}` : head.title
  const text = own && description !== undefined ? description : head.description

  const isHydrated = useHydrated()
  useLayoutEffect(() => {
    if (isHydrated) for (const tag of document.head.querySelectorAll(`[${SERVER_HEAD}]`)) tag.remove()
  }, [isHydrated])

  if (!isHydrated) return null
  const { origin } = location
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={text} />
      {!head.listed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={origin + head.canonical} />
      {Object.entries(head.alternates).map(([tag, address]) => (
        <link key={tag} rel="alternate" hrefLang={tag} href={origin + address} />
      ))}
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={origin + head.canonical} />
      <meta property="og:image" content={origin + head.image} />
    </>
  )
}
