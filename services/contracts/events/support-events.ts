/**
 * Acts of administrators, version 1, with account events' metadata. A visit has the stream `support-<visitId>`, other
 * acts `admin-<users.id>`. Ids only (R236): forms ask to keep names out of reasons, and paths are route patterns.
 */
import { z } from 'zod'
import { BUSINESS_PREFIX, storedReason } from './business-events.ts'
import { visitModeSchema } from '../calls/staff/impersonation.ts'
import { ACCOUNT_PREFIX } from './ledger-events.ts'

const businessId = z.number().int().positive()

export const SUPPORT_EVENT_DATA = {
  VisitStarted: z.object({ businessId, reason: storedReason, expiresAt: z.iso.datetime() }),
  ModeChanged: z.object({ businessId, mode: visitModeSchema }),
  CallRefused: z.object({ businessId, method: z.string().max(10), path: z.string().max(200) }),
  /** Beside the write's own events, because rows keep no history. */
  CallMade: z.object({ businessId, method: z.string().max(10), path: z.string().max(200) }),
  /** `expired`: ran out. */
  VisitEnded: z.object({ businessId, how: z.enum(['exited', 'expired']) }),
} as const
export type SupportEventType = keyof typeof SUPPORT_EVENT_DATA
export type SupportEvent = {
  [T in SupportEventType]: { type: T; data: z.infer<(typeof SUPPORT_EVENT_DATA)[T]> }
}[SupportEventType]

const generation = z.number().int().positive()

export const ADMIN_EVENT_DATA = {
  ReplayStarted: z.object({ generation, reason: storedReason }),
  ReplaySwitchAsked: z.object({ generation }),
  ReplaySwitchApproved: z.object({ generation }),
  ReplayDiscarded: z.object({ generation, reason: storedReason }),
  /** `changes`: without the issuer of invoices, who may be a person; empty in events of version 1. */
  SettingsChanged: z.object({
    names: z.array(z.string().max(40)),
    changes: z.array(
      z.object({
        name: z.string().max(40),
        from: z.string().max(200).nullable(),
        to: z.string().max(200).nullable(),
      }),
    ),
    reason: storedReason,
  }),
  MailRetried: z.object({ mailId: z.string().max(60) }),
  ReviewTakenDown: z.object({ reviewId: z.number().int().positive(), businessId, reason: storedReason }),
  /** Once per administrator, business and day in Yerevan (H26). */
  IdDocumentOpened: z.object({ businessId }),
  SelfCheckAsked: z.object({ scope: z.enum(['sample', 'all']) }),
} as const
export type AdminEventType = keyof typeof ADMIN_EVENT_DATA
export type AdminEvent = {
  [T in AdminEventType]: { type: T; data: z.infer<(typeof ADMIN_EVENT_DATA)[T]> }
}[AdminEventType]

export const SUPPORT_PREFIX = 'support-'
export const ADMIN_PREFIX = 'admin-'

/** `visitId`: id of the starting command. */
export function supportStream(visitId: string): string {
  return `${SUPPORT_PREFIX}${visitId}`
}

export function adminStream(adminId: number): string {
  return `${ADMIN_PREFIX}${adminId}`
}

/** The ledger's log: followed by read models, covered by signed tree heads. */
export const LOG_PREFIXES = [ACCOUNT_PREFIX, BUSINESS_PREFIX, SUPPORT_PREFIX, ADMIN_PREFIX] as const
