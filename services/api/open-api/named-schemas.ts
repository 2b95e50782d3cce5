/** Schemas with a name of their own. Otherwise client generators make one type per call that contains them. */
import { z } from 'zod'
import {
  adminBusinessSchema,
  adminUserSchema,
  replaySchema,
  replaysReplySchema,
  tableDiffSchema,
} from '#contracts/calls/staff/admin.ts'
import { settingsSchema } from '#contracts/calls/staff/admin-settings.ts'
import { auditActSchema, auditMovementSchema, storedEventSchema } from '#contracts/calls/staff/audit.ts'
import { invoiceSchema, paymentSchema, subscriptionChangeReplySchema } from '#contracts/calls/billing.ts'
import {
  awardReplySchema,
  perkSchema,
  statsReplySchema,
  subscriptionReplySchema,
  verifyReplySchema,
} from '#contracts/calls/business.ts'
import {
  availablePerkSchema,
  buyerPointsSchema,
  cancelReplySchema,
  redeemReplySchema,
  redemptionSchema,
} from '#contracts/calls/buyer.ts'
import { recentAwardSchema, voidReplySchema } from '#contracts/calls/counter.ts'
import { directoryEntrySchema } from '#contracts/calls/directory.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { daySumsSchema, dayTotalsSchema } from '#contracts/calls/day-report.ts'
import { bookDaySchema, movementSchema } from '#contracts/calls/figures.ts'
import { publicReadySchema, readySchema } from '#contracts/calls/health.ts'
import { impersonationStatusSchema, supportVisitSchema } from '#contracts/calls/staff/impersonation.ts'
import { planTermsSchema } from '#contracts/pages/plans.ts'
import { fullProfileSchema } from '#contracts/calls/profile.ts'
import { headSchema } from '#contracts/calls/proofs.ts'
import { reviewReplySchema, reviewViewSchema } from '#contracts/calls/reviews.ts'
import { findingSchema, selfCheckReplySchema } from '#contracts/calls/staff/self-check.ts'
import { sessionUserSchema } from '#contracts/calls/account/session.ts'
import { branchSchema } from '#contracts/rights/branch-calls.ts'
import { staffMemberSchema, tillSchema } from '#contracts/rights/staff-calls.ts'
import { statementAsOfSchema, statementLineSchema, statementSumsSchema } from '#contracts/calls/statement.ts'

/** Published names must not change. */
const NAMED = {
  Error: errorSchema,
  User: sessionUserSchema,
  StaffUser: adminUserSchema,
  Award: awardReplySchema,
  RecentAward: recentAwardSchema,
  VoidedAward: voidReplySchema,
  VerifiedRedemption: verifyReplySchema,
  Stats: statsReplySchema,
  Profile: fullProfileSchema,
  Perk: perkSchema,
  Subscription: subscriptionReplySchema,
  SubscriptionChange: subscriptionChangeReplySchema,
  PlanTerms: planTermsSchema,
  Invoice: invoiceSchema,
  Payment: paymentSchema,
  BookDay: bookDaySchema,
  Movement: movementSchema,
  DaySums: daySumsSchema,
  DayTotals: dayTotalsSchema,
  StaffMember: staffMemberSchema,
  Till: tillSchema,
  Branch: branchSchema,
  SupportVisit: supportVisitSchema,
  Balance: buyerPointsSchema,
  AvailablePerk: availablePerkSchema,
  Redemption: redemptionSchema,
  RedeemedPerk: redeemReplySchema,
  CancelledRedemption: cancelReplySchema,
  StatementLine: statementLineSchema,
  StatementSums: statementSumsSchema,
  StatementAsOf: statementAsOfSchema,
  ListedBusiness: directoryEntrySchema,
  Review: reviewViewSchema,
  OwnReview: reviewReplySchema,
  AuditMovement: auditMovementSchema,
  AuditAct: auditActSchema,
  StoredEvent: storedEventSchema,
  SignedHead: headSchema,
  AdminBusiness: adminBusinessSchema,
  VisitStatus: impersonationStatusSchema,
  Settings: settingsSchema,
  Readiness: readySchema,
  PublicReadiness: publicReadySchema,
  Replay: replaySchema,
  Replays: replaysReplySchema,
  TableComparison: tableDiffSchema,
  SelfCheck: selfCheckReplySchema,
  Finding: findingSchema,
} as const satisfies Record<string, z.ZodType>

/** Call before the document is generated: its transforms read zod's global registry. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(NAMED)) z.globalRegistry.add(schema, { id })
}
