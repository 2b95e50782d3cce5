/**
 * Groups the locale files' sections, so that a visitor's first page loads only its own words. `first` comes with every
 * page, the others with pages that name them (lib/api/lazy-page.ts); ungrouped sections are `rest`.
 */
export const WORD_GROUPS = {
  first: [
    'brand',
    'common',
    'header',
    'footer',
    'language',
    'theme',
    'signOut',
    'industries',
    'links',
    'errors',
    'crash',
    'notFound',
    'trouble',
  ],
  site: ['home', 'about', 'contact', 'legal'],
  shops: ['directory', 'businessPage', 'reviews', 'points'],
  pricing: ['pricing', 'pricingQuestions', 'pricingAnswers', 'offer', 'cycles', 'planWithCycle', 'plans'],
  people: ['signIn', 'signUp', 'join', 'resend'],
  person: ['checkEmail', 'password', 'person', 'buyerCard', 'qr'],
  registration: ['registration', 'legalStatuses', 'file'],
  // Read only after the first typed letter, or on pages that mailed links open.
  fields: [
    'fields',
    'agreement',
    'idDocument',
    'verifyPassword',
    'mailedLink',
    'invitation',
    'forgot',
    'reset',
    'verifyEmail',
  ],
  staff: [
    'staffErrors',
    'admin',
    'adminBusinesses',
    'confirmInvoice',
    'invoiceRegister',
    'adminPeople',
    'mailKinds',
    'adminSystem',
    'visit',
    'travel',
    'travelFacts',
    'travelFigures',
    'travelRoles',
    'travelStates',
    'travelStatus',
    'travelValues',
    'replay',
    'accountReplay',
    'callBack',
  ],
  // Names of all events of the log, and the day report: each further group weighs on every first page.
  events: ['travelEvents', 'dayReport', 'attention'],
  audit: [
    'audit',
    'auditTabs',
    'auditRoles',
    'auditFields',
    'exportKinds',
    'eventPlaces',
    'chainParts',
    'sheetFigures',
    'sheetLacks',
    'visitEnds',
    'checkProof',
    'proofSteps',
    'proofProblems',
    'logCompared',
  ],
} as const satisfies Record<string, readonly string[]>

export type WordGroup = keyof typeof WORD_GROUPS | 'rest'

export function groupOf(section: string): WordGroup {
  const groups = Object.entries(WORD_GROUPS) as [keyof typeof WORD_GROUPS, readonly string[]][]
  return groups.find(([, sections]) => sections.includes(section))?.[0] ?? 'rest'
}
