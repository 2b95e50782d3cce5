/**
 * The sections of the locale files that come together, so that a visitor's first page brings no words that it does not say. `first`
 * comes with every page; the others with the pages that name them (lib/api/lazy-page.ts); what stands in no group is `rest`.
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
  people: ['signIn', 'signUp', 'resend', 'forgot', 'reset', 'verifyEmail'],
  person: ['checkEmail', 'password', 'person'],
  registration: ['registration', 'legalStatuses', 'file'],
  // What is wrong with a form, what is agreed to by sending it, and what only some are asked: nobody reads it before the first letter is typed.
  fields: ['fields', 'agreement', 'idDocument', 'verifyPassword', 'mailedLink'],
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
  // The names of all events of the log.
  events: ['travelEvents'],
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

/** The group of a section. */
export function groupOf(section: string): WordGroup {
  const groups = Object.entries(WORD_GROUPS) as [keyof typeof WORD_GROUPS, readonly string[]][]
  return groups.find(([, sections]) => sections.includes(section))?.[0] ?? 'rest'
}
