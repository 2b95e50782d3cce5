import type { Operations } from '../operation.ts'

export const auditOperations: Operations = {
  'GET /api/audit/movements': { id: 'traceMovements', summary: 'Search all movements of points', access: 'auditor' },
  'GET /api/audit/events/{position}': {
    id: 'readEvent',
    summary: 'Get a stored event',
    access: 'auditor',
    refusals: ['not_found'],
  },
  'GET /api/audit/events/{position}/chain': {
    id: 'readChain',
    summary: 'Get the events related to an event',
    access: 'auditor',
    refusals: ['not_found'],
  },
  'GET /api/audit/balance-sheet': {
    id: 'readBalanceSheet',
    summary: 'Get the totals of the whole ledger as of a point in time',
    access: 'auditor',
  },
  'GET /api/audit/export': {
    id: 'exportMovements',
    summary: 'Export selected movements as a verifiable file',
    access: 'auditor',
    media: ['text/csv', 'application/x-ndjson'],
  },
  'GET /api/audit/inclusion': {
    id: 'proveInclusion',
    summary: 'Get a proof that an event is in the log',
    access: 'auditor',
    refusals: ['not_found'],
  },
  'GET /api/audit/acts': {
    id: 'auditActs',
    summary: 'List changes to businesses and actions of administrators',
    access: 'auditor',
  },
  'GET /api/audit/security': {
    id: 'auditSecurity',
    summary: 'List sign-ins, refusals and account changes by user id',
    access: 'auditor',
  },
  'GET /api/audit/visits': { id: 'auditVisits', summary: 'List support visits', access: 'auditor' },

  'GET /api/ledger/heads': {
    id: 'listHeads',
    summary: 'List the signed tree heads of the log and the public keys',
    access: 'everybody',
  },
  'GET /api/ledger/consistency': {
    id: 'proveConsistency',
    summary: 'Get a proof that the log at one size is a prefix of the log at another',
    access: 'everybody',
    refusals: ['not_found'],
  },
  'GET /api/ledger/accounts/{businessId}/{buyerId}/checked': {
    id: 'readChecked',
    summary: 'Get when an account was last compared with the log',
    access: 'buyerOrAuditor',
  },
  'GET /api/ledger/statement/{businessId}/{buyerId}': {
    id: 'downloadProvenStatement',
    summary: 'Download all events of an account with their proofs',
    access: 'buyerOrAuditor',
    media: ['application/x-ndjson'],
    refusals: ['not_found'],
  },
}
