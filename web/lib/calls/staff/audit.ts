/** The auditor's reads (H33). */
import { checkedReplySchema, type Checked } from '#contracts/calls/staff/self-check.ts'
import {
  auditActsReplySchema,
  auditMovementsReplySchema,
  balanceSheetSchema,
  chainReplySchema,
  storedEventSchema,
  type AuditActs,
  type AuditMovements,
  type BalanceSheet,
  type Chain,
  type StoredEvent,
} from '#contracts/calls/staff/audit.ts'
import { securityLogReplySchema, type SecurityLog } from '#contracts/calls/staff/security.ts'
import { visitsReplySchema, type SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'

const MOVEMENTS = '/api/audit/movements'
const PAGE = 25

export const AUDIT_READS: readonly string[] = [
  MOVEMENTS,
  '/api/audit/balance-sheet',
  '/api/audit/visits',
  '/api/audit/acts',
  '/api/audit/security',
  '/api/ledger/heads',
]

const withQuery = (
  path: string,
  query: Record<string, string | undefined>,
  selection = new URLSearchParams(),
): string => {
  const all = new URLSearchParams(selection)
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') all.set(name, value)
  return all.size > 0 ? `${path}?${all.toString()}` : path
}

/** Keeps the previous page until the next one arrives, as do the other paged reads here. */
export function useAuditMovements(selection: URLSearchParams, before: string | undefined): Reading<AuditMovements> {
  return useKept(useRead(withQuery(MOVEMENTS, { limit: String(PAGE), before }, selection), auditMovementsReplySchema))
}

export const useStoredEvent = (position: string): Reading<StoredEvent> =>
  useRead(`/api/audit/events/${position}`, storedEventSchema)
/** Only an account's event has a chain. */
export const useChain = (position: string | null): Reading<Chain> =>
  useRead(position && `/api/audit/events/${position}/chain`, chainReplySchema)
/** `at`: an ISO time; empty means now. */
export const useBalanceSheet = (at: string): Reading<BalanceSheet> =>
  useRead(withQuery('/api/audit/balance-sheet', { at }), balanceSheetSchema)
export const useAuditVisits = (businessId: string, before: string | undefined): Reading<SupportVisits> =>
  useKept(useRead(withQuery('/api/audit/visits', { limit: '10', businessId, before }), visitsReplySchema), businessId)
export const useAuditActs = (business: string, before: string | undefined): Reading<AuditActs> =>
  useKept(
    useRead(withQuery('/api/audit/acts', { limit: String(PAGE), business, before }), auditActsReplySchema),
    business,
  )
export const useSecurityLog = (before: string | undefined): Reading<SecurityLog> =>
  useKept(useRead(withQuery('/api/audit/security', { limit: String(PAGE), before }), securityLogReplySchema))
export const useAccountChecked = (businessId: number, buyerId: number): Reading<Checked> =>
  useRead(`/api/ledger/accounts/${businessId}/${buyerId}/checked`, checkedReplySchema)

export const eventAddress = (position: string): string => `/audit/events/${position}`
export const movementsAddress = (selection: Record<string, string>): string => withQuery('/audit/movements', selection)
export const actsAddress = (businessId: number): string => `/audit/acts?business=${businessId}`
