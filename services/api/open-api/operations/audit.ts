import type { Operations } from '../operation.ts'

export const auditOperations: Operations = {
  'GET /api/audit/movements': { id: 'traceMovements', summary: 'Search all movements of points', access: 'auditor' },
  'GET /api/audit/events/{position}': {
    id: 'readEvent',
    summary: 'An event as it is stored',
    access: 'auditor',
    refusals: ['not_found'],
  },
  'GET /api/audit/events/{position}/chain': {
    id: 'readChain',
    summary: 'The events that belong to one',
    access: 'auditor',
    refusals: ['not_found'],
  },
  'GET /api/audit/balance-sheet': {
    id: 'readBalanceSheet',
    summary: 'The whole ledger as of a moment',
    access: 'auditor',
  },
  'GET /api/audit/export': {
    id: 'exportMovements',
    summary: 'Any selection as a file that can be checked',
    access: 'auditor',
    media: ['text/csv', 'application/x-ndjson'],
  },
  'GET /api/audit/inclusion': {
    id: 'proveInclusion',
    summary: 'Proof that an event is in the log',
    access: 'auditor',
    refusals: ['not_found'],
  },
  'GET /api/audit/acts': {
    id: 'auditActs',
    summary: 'What was done to businesses, and by administrators',
    access: 'auditor',
  },
  'GET /api/audit/security': {
    id: 'auditSecurity',
    summary: 'Sign-ins, refusals and changes of accounts, by number',
    access: 'auditor',
  },
  'GET /api/audit/visits': { id: 'auditVisits', summary: 'The support visits', access: 'auditor' },

  'GET /api/ledger/heads': {
    id: 'listHeads',
    summary: 'The signed heads of the log, and the keys',
    access: 'everybody',
  },
  'GET /api/ledger/consistency': {
    id: 'proveConsistency',
    summary: 'Proof that one size of the log begins with another',
    access: 'everybody',
    refusals: ['not_found'],
  },
  'GET /api/ledger/accounts/{businessId}/{buyerId}/checked': {
    id: 'readChecked',
    summary: 'When an account was last compared with the log',
    access: 'buyerOrAuditor',
  },
  'GET /api/ledger/statement/{businessId}/{buyerId}': {
    id: 'downloadProvenStatement',
    summary: 'Every event of an account with its proof, as a file',
    access: 'buyerOrAuditor',
    media: ['application/x-ndjson'],
    refusals: ['not_found'],
  },
}
