/**
 * What of an answer has a name of its own in the document. Client generators make a type of each, and of everything else one that is called after the place
 * where it stands: a till that handles perks would have as many kinds of them as there are calls that show one.
 */
import { z } from 'zod'
import {
  adminBusinessSchema,
  adminUserSchema,
  replaySchema,
  replaysReplySchema,
  tableDiffSchema,
} from '#contracts/admin.ts'
import { settingsSchema } from '#contracts/admin-settings.ts'
import { auditActSchema, auditMovementSchema, storedEventSchema } from '#contracts/audit.ts'
import { invoiceSchema, paymentSchema, subscriptionChangeReplySchema } from '#contracts/billing.ts'
import {
  awardReplySchema,
  perkSchema,
  statsReplySchema,
  subscriptionReplySchema,
  verifyReplySchema,
} from '#contracts/business.ts'
import {
  availablePerkSchema,
  buyerPointsSchema,
  cancelReplySchema,
  redeemReplySchema,
  redemptionSchema,
} from '#contracts/buyer.ts'
import { recentAwardSchema, voidReplySchema } from '#contracts/counter.ts'
import { directoryEntrySchema } from '#contracts/directory.ts'
import { errorSchema } from '#contracts/errors.ts'
import { bookDaySchema, movementSchema } from '#contracts/figures.ts'
import { publicReadySchema, readySchema } from '#contracts/health.ts'
import { impersonationStatusSchema, supportVisitSchema } from '#contracts/impersonation.ts'
import { planTermsSchema } from '#contracts/plans.ts'
import { fullProfileSchema } from '#contracts/profile.ts'
import { headSchema } from '#contracts/proofs.ts'
import { reviewReplySchema, reviewViewSchema } from '#contracts/reviews.ts'
import { findingSchema, selfCheckReplySchema } from '#contracts/self-check.ts'
import { sessionUserSchema } from '#contracts/session.ts'
import { statementAsOfSchema, statementLineSchema, statementSumsSchema } from '#contracts/statement.ts'

/** By the name in the document. Not to be changed once it is published. */
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

/** To be called before the document is made: its transforms look for names in zod's own registry. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(NAMED)) z.globalRegistry.add(schema, { id })
}
