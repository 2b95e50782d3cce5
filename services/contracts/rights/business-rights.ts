/**
 * Rights of the business side, in one table: who may make which call. Guards, tests and screens read it. The row of a
 * call that is missing here is refused to everybody but the owner, and a test finds the missing row.
 */
import { z } from 'zod'

/** Roles of a person of a shop. */
export const staffRoleSchema = z.enum(['manager', 'cashier'])
export type StaffRole = z.infer<typeof staffRoleSchema>

/** `till`: a till of a shop without staff, where nobody unlocks. */
export type BusinessActor = 'owner' | StaffRole | 'till'

/**
 * `own`: only what was done at the same till, within OWN_ACT_MS. `locked`: allowed at a till also while it is locked.
 * `self`: for the caller's own account instead of the business.
 */
export type Right = 'yes' | 'own' | 'no' | 'locked' | 'self'

/** How long a till may undo its own acts, from the recording. */
export const OWN_ACT_MS = 10 * 60 * 1000

type Rights = Readonly<Record<BusinessActor, Right>>

/** The account and its security: the owner's own session only. */
const OWNER: Rights = { owner: 'yes', manager: 'no', cashier: 'no', till: 'no' }
/** The caller's own account. */
const SELF: Rights = { ...OWNER, manager: 'self' }
/** Running the shop, away from the counter. */
const MANAGER: Rights = { ...OWNER, manager: 'yes' }
/** Work at the counter. */
const COUNTER: Rights = { owner: 'yes', manager: 'yes', cashier: 'yes', till: 'yes' }
/** Undoing: at the counter only what the till did itself. */
const UNDO: Rights = { owner: 'yes', manager: 'yes', cashier: 'own', till: 'own' }
/** The till's own calls. */
const TILL: Rights = { owner: 'no', manager: 'locked', cashier: 'locked', till: 'locked' }
/** Sessions of people and of tills alike, so that an open page learns that its session has ended. */
const LIVE: Rights = { owner: 'yes', manager: 'locked', cashier: 'locked', till: 'locked' }

/** By method and pattern, as in the API document. */
export const BUSINESS_RIGHTS: Readonly<Record<string, Rights>> = {
  'GET /api/auth/me': SELF,
  'POST /api/auth/confirm': SELF,
  'GET /api/auth/profile': SELF,
  'PATCH /api/auth/profile': SELF,
  'GET /api/auth/sessions': SELF,
  'DELETE /api/auth/sessions': SELF,
  'DELETE /api/auth/sessions/{id}': SELF,
  'GET /api/auth/sign-ins': SELF,
  'GET /api/auth/passkeys': SELF,
  'POST /api/auth/passkeys/options': SELF,
  'POST /api/auth/passkeys': SELF,
  'PATCH /api/auth/passkeys/{id}': SELF,
  'DELETE /api/auth/passkeys/{id}': SELF,
  'DELETE /api/auth/account/{userId}': SELF,
  'GET /api/live': LIVE,

  'GET /api/business-profile/{userId}': MANAGER,
  'PUT /api/business-profile/{userId}': OWNER,
  'POST /api/business-profile/{userId}/upload-logo': OWNER,
  'POST /api/business-profile/{userId}/upload-cover': OWNER,
  // Who may keep perks may give them pictures.
  'POST /api/business-profile/{userId}/upload-perk-picture': MANAGER,

  'GET /api/buyer/verify/{buyerId}': COUNTER,
  'POST /api/business/{id}/award-points': COUNTER,
  'POST /api/business/{id}/verify-redemption': COUNTER,
  'GET /api/business/{id}/awards': COUNTER,
  'POST /api/business/{id}/awards/{awardId}/void': UNDO,
  'POST /api/business/{id}/awards/{awardId}/correct': UNDO,
  'GET /api/business/{id}/redemptions': COUNTER,
  'GET /api/business/{id}/redemptions/{code}': COUNTER,
  'POST /api/business/{id}/redemptions/{redemptionId}/reopen': UNDO,

  'GET /api/business/{id}/buyers': MANAGER,
  'GET /api/business/{id}/buyers/visits': MANAGER,
  'GET /api/business/{id}/stats': MANAGER,
  'GET /api/business/{id}/support-visits': OWNER,
  'GET /api/business/{id}/perks': MANAGER,
  'POST /api/business/{id}/perks': MANAGER,
  'PUT /api/business/{id}/perks/{perkId}': MANAGER,
  'DELETE /api/business/{id}/perks/{perkId}': MANAGER,
  'GET /api/business/{id}/posters/{sheet}': MANAGER,
  'GET /api/business/{id}/cards': OWNER,
  'POST /api/business/{id}/cards': OWNER,
  'GET /api/business/{id}/cards/{batchId}/{file}': OWNER,
  'GET /api/business/{id}/figures/daily': MANAGER,
  'GET /api/business/{id}/figures/book': MANAGER,
  'GET /api/business/{id}/figures/book.csv': MANAGER,
  'GET /api/business/{id}/figures/book.xlsx': MANAGER,
  'GET /api/business/{id}/figures/balances.xlsx': MANAGER,
  'GET /api/business/{id}/movements': MANAGER,
  'GET /api/business/{id}/reports/day': MANAGER,
  'GET /api/business/{id}/reports/day.xlsx': MANAGER,
  'GET /api/business/{id}/reports/day.pdf': MANAGER,
  'GET /api/business/{id}/reports/mail': OWNER,
  'PUT /api/business/{id}/reports/mail': OWNER,
  'GET /api/business/{id}/attention': MANAGER,
  'GET /api/business/{id}/attention/settings': MANAGER,
  // Thresholds watch managers too, and the mails go to the owner.
  'PUT /api/business/{id}/attention/settings': OWNER,

  'GET /api/business/{id}/subscription': OWNER,
  'POST /api/business/{id}/subscription': OWNER,
  'POST /api/business/{id}/subscription/cancel': OWNER,
  'GET /api/business/{id}/invoices': OWNER,
  'GET /api/business/{id}/invoices/{invoiceId}/pdf': OWNER,

  'GET /api/business/{id}/staff': OWNER,
  'POST /api/business/{id}/staff': OWNER,
  'PATCH /api/business/{id}/staff/{staffId}': OWNER,
  'DELETE /api/business/{id}/staff/{staffId}': OWNER,
  'POST /api/business/{id}/staff/{staffId}/invitation': OWNER,
  'POST /api/business/{id}/staff/{staffId}/sign-in': OWNER,
  'DELETE /api/business/{id}/staff/{staffId}/sign-in': OWNER,
  'GET /api/business/{id}/tills': OWNER,
  'POST /api/business/{id}/tills': OWNER,
  'PATCH /api/business/{id}/tills/{tillId}': OWNER,
  'DELETE /api/business/{id}/tills/{tillId}': OWNER,
  'GET /api/business/{id}/branches': OWNER,
  'POST /api/business/{id}/branches': OWNER,
  'PATCH /api/business/{id}/branches/{branchId}': OWNER,
  'DELETE /api/business/{id}/branches/{branchId}': OWNER,

  'GET /api/till': TILL,
  'POST /api/till/unlock': TILL,
  'POST /api/till/lock': TILL,
}

/** The right of an actor of the business side. `no` for a call without a row. */
export function rightOf(actor: BusinessActor, call: string): Right {
  return Object.hasOwn(BUSINESS_RIGHTS, call) ? BUSINESS_RIGHTS[call]![actor] : 'no'
}

/**
 * The right at a till, where `actor` is the person who unlocked it. A manager gains nothing there beyond the calls of
 * the counter, because a till stands in the open.
 */
export function rightAtTill(actor: Exclude<BusinessActor, 'owner'>, call: string): Right {
  return rightOf('till', call) === 'no' ? 'no' : rightOf(actor, call)
}
