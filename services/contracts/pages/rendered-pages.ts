/**
 * Pages that the server renders for visitors (decision 58): complete without a script, and alive once it has loaded.
 * Imports no schema library, for a small first script.
 */
import type { Language } from '../calls/account/session.ts'
import type { Support } from '../calls/support.ts'
import type { PagePath } from './page-metadata.ts'

/** Id of the element with the replies that the page was rendered with, as JSON. */
export const REPLIES = 'replies'

/** R37: most businesses on the home page. */
export const HOME_PRIME_MAX = 3

export const DIRECTORY_READ = '/api/business-profiles'
export const HOME_PRIME_READ = `${DIRECTORY_READ}?prime=true&limit=${HOME_PRIME_MAX}`
export const PLANS_READ = '/api/billing/plans'
export const businessRead = (slug: string): string => `${DIRECTORY_READ}/slug/${encodeURIComponent(slug)}`
export const partRead = (slug: string, part: 'perks' | 'rating' | 'reviews'): string =>
  `/api/business/${encodeURIComponent(slug)}/${part}`

/** `isPaged`: with a cursor to the next page (web/lib/reads/read-pages.ts). */
type Read = { path: string; isPaged?: true }

/** Everything that a page reads for a visitor. */
const READS: Partial<Record<PagePath, (slug: string) => readonly Read[]>> = {
  '/': () => [{ path: HOME_PRIME_READ }],
  '/businesses': () => [{ path: DIRECTORY_READ }],
  '/business-directory': () => [{ path: DIRECTORY_READ }],
  '/business/:slug': (slug) => [
    { path: businessRead(slug) },
    { path: partRead(slug, 'rating') },
    { path: partRead(slug, 'perks') },
    { path: partRead(slug, 'reviews'), isPaged: true },
  ],
  '/pricing': () => [{ path: PLANS_READ }],
  '/about': () => [],
  '/contact': () => [],
  '/legal/terms': () => [],
  '/legal/privacy': () => [],
  '/legal/cookies': () => [],
}

/** Undefined for pages that only the browser renders. `slug`: the part after `/business/`. */
export const readsOf = (pattern: PagePath, slug = ''): readonly Read[] | undefined => READS[pattern]?.(slug)

export type PageToRender = {
  /** Path and query. */
  address: string
  language: Language
  /** By path. */
  replies: Readonly<Record<string, unknown>>
}

/** Of web/app/server.tsx, which the build puts into `server/`. */
export type ServerApp = {
  startServer: (support: Support) => Promise<(page: PageToRender) => Promise<string>>
}
