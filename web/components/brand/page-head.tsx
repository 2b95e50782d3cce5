import { useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { BRANDS, headOf, SERVER_HEAD, type HeadBusiness } from '#contracts/pages/heads.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'

export interface PageHeadProps {
  /** For a page that search engines do not list, where it knows better than the table: a business's own dashboard, say. */
  title?: string
  description?: string
  /** On the page of a business: what it says of itself; null where there is no such business. */
  business?: HeadBusiness | null
  /** The page says that nothing is at this address. */
  missing?: boolean
}

/**
 * A page's title, description, canonical address, language alternates and share picture (R22); React puts them into the head. They
 * are the server's (contracts/pages/heads.ts), whose own tags go when these come.
 */
export function PageHead({ title, description, business, missing = false }: PageHeadProps): ReactNode {
  const { pathname, search } = useLocation()
  const language = useLanguage()
  const head = headOf(pathname, new URLSearchParams(search), language, missing ? null : business)
  const own = head.found && !head.listed
  const fullTitle = own && title !== undefined ? `${title} · ${BRANDS[language]}` : head.title
  const text = own && description !== undefined ? description : head.description

  useLayoutEffect(() => {
    for (const tag of document.head.querySelectorAll(`[${SERVER_HEAD}]`)) tag.remove()
  }, [])

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
