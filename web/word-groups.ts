/**
 * The sections of the locale files that come together, so that a visitor's first page brings no words that it does not say. `first`
 * comes with every page; the others with the pages that name them (lib/lazy-page.ts); what stands in no group is `rest`.
 */
export const WORD_GROUPS = {
  first: [
    'brand', 'common', 'header', 'footer', 'language', 'theme', 'signOut', 'directory', 'businessPage', 'reviews', 'industries', 'links', 'points',
    'errors', 'crash', 'notFound', 'trouble',
  ],
  site: ['home', 'about', 'contact', 'legal'],
  people: ['signIn', 'signUp', 'checkEmail', 'resend', 'forgot', 'reset', 'verifyEmail', 'password', 'person', 'fields'],
  staff: ['admin', 'adminBusinesses', 'adminPeople', 'adminSystem', 'visit', 'travel', 'travelEvents', 'travelFacts', 'travelFigures', 'travelRoles', 'travelStates', 'travelStatus', 'replay', 'accountReplay'],
  audit: [
    'audit', 'auditTabs', 'auditRoles', 'auditFields', 'exportKinds', 'eventPlaces', 'chainParts', 'sheetFigures', 'visitEnds', 'checkProof',
    'proofSteps', 'proofProblems', 'logCompared',
  ],
} as const satisfies Record<string, readonly string[]>

export type WordGroup = keyof typeof WORD_GROUPS | 'rest'

/** The group of a section. */
export function groupOf(section: string): WordGroup {
  const groups = Object.entries(WORD_GROUPS) as [keyof typeof WORD_GROUPS, readonly string[]][]
  return groups.find(([, sections]) => sections.includes(section))?.[0] ?? 'rest'
}
