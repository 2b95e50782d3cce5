import type { LaterWords } from '#web/lib/words/i18n.ts'

/** Words of pages that need a session, unless they name their own: all but those of staff. */
const OWN_WORDS = ['site', 'shops', 'pricing', 'people', 'person', 'registration', 'fields', 'rest'] as const

interface RouteEntry {
  path: string
  /** In `routes/`, without its ending. */
  file: string
  /** Namespaces of words that are fetched with the page. */
  words: readonly LaterWords[]
}

/** Every address of the app. The router, the build's preloads (web/page-preloads.ts) and tests read this table. */
export const ROUTES: readonly RouteEntry[] = [
  { path: '/', file: 'home', words: ['site', 'shops'] },
  { path: '/auth', file: 'auth', words: ['people', 'person'] },
  { path: '/forgot-password', file: 'forgot-password', words: ['people', 'person', 'fields'] },
  { path: '/reset-password', file: 'reset-password', words: ['people', 'person', 'fields'] },
  { path: '/verify-email', file: 'verify-email', words: ['people', 'person', 'fields'] },
  { path: '/invitation', file: 'invitation', words: ['people', 'person', 'fields'] },
  { path: '/business-registration', file: 'business-registration', words: ['registration', 'person'] },
  { path: '/edit-profile', file: 'edit-profile', words: OWN_WORDS },
  { path: '/pricing', file: 'pricing', words: ['pricing'] },
  { path: '/billing', file: 'owner/billing', words: OWN_WORDS },
  { path: '/edit-business', file: 'owner/edit-business', words: OWN_WORDS },
  { path: '/buyers', file: 'owner/buyers', words: OWN_WORDS },
  { path: '/buyers/:code', file: 'owner/buyer', words: OWN_WORDS },
  { path: '/perks', file: 'owner/perks', words: OWN_WORDS },
  { path: '/figures', file: 'owner/figures', words: OWN_WORDS },
  { path: '/figures/events', file: 'owner/events', words: OWN_WORDS },
  { path: '/reports', file: 'owner/reports', words: [...OWN_WORDS, 'events'] },
  { path: '/people-and-tills', file: 'owner/people-and-tills', words: OWN_WORDS },
  { path: '/dashboard', file: 'dashboard', words: OWN_WORDS },
  { path: '/counter', file: 'counter', words: OWN_WORDS },
  { path: '/counter/display', file: 'counter-display', words: ['rest'] },
  { path: '/till', file: 'till', words: ['fields', 'rest'] },
  { path: '/businesses', file: 'businesses', words: ['shops'] },
  { path: '/business-directory', file: 'businesses', words: ['shops'] },
  { path: '/business/:slug', file: 'business', words: ['shops'] },
  { path: '/join/:slug', file: 'join', words: ['shops', 'people', 'person'] },
  { path: '/statement/:id', file: 'statement', words: OWN_WORDS },
  { path: '/time-travel/:id', file: 'staff/time-travel', words: ['staff', 'events', 'pricing'] },
  { path: '/about', file: 'about', words: ['site'] },
  { path: '/contact', file: 'contact', words: ['site'] },
  { path: '/legal/:name', file: 'legal', words: ['site'] },
  { path: '/hatik', file: 'staff/admin-sign-in', words: ['people', 'person', 'fields', 'staff'] },
  {
    path: '/admin/dashboard',
    file: 'staff/admin-dashboard',
    words: ['shops', 'pricing', 'person', 'registration', 'fields', 'rest', 'staff'],
  },
  {
    path: '/admin/dashboard/:tab',
    file: 'staff/admin-dashboard',
    words: ['shops', 'pricing', 'person', 'registration', 'fields', 'rest', 'staff'],
  },
  { path: '/audit/movements', file: 'audit/audit-movements', words: ['audit', 'fields', 'rest'] },
  { path: '/audit/events/:position', file: 'audit/audit-event', words: ['audit', 'rest'] },
  { path: '/audit/balance', file: 'audit/audit-balance', words: ['audit', 'rest'] },
  { path: '/audit/visits', file: 'audit/audit-visits', words: ['audit', 'rest'] },
  { path: '/audit/acts', file: 'audit/audit-acts', words: ['audit', 'events', 'pricing', 'rest'] },
  { path: '/audit/heads', file: 'audit/audit-heads', words: ['audit', 'rest'] },
  { path: '/verify', file: 'verify', words: ['audit'] },
  { path: '*', file: 'not-found', words: [] },
]
