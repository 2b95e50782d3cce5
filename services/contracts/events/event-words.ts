/**
 * What the catalogue (infra/docs/events.md) says of each event beside its schema: meaning, writer, readers. Readers are
 * read models by their folder, or files.
 */
import { BUSINESS_EVENT_DATA } from './business-events.ts'
import { CARD_EVENT_DATA } from './card-events.ts'
import { HEAD_EVENT_DATA } from './head-events.ts'
import { EVENT_DATA, type EventMetadata } from './ledger-events.ts'
import { PERSON_EVENT_DATA } from './person-events.ts'
import { ADMIN_EVENT_DATA, SUPPORT_EVENT_DATA } from './support-events.ts'

/** `readers`: of every event of the family. `inLog`: followed by read models and covered by signed tree heads. */
export const EVENT_FAMILIES = {
  Accounts: {
    stream: 'account-<business>.<buyer>',
    about: 'What happens to the points of one buyer, or of one card, at one business.',
    schemas: EVENT_DATA,
    readers: ['account-balances', 'services/ledger/account/account.ts', 'projections/self-check/check-account.ts'],
    inLog: true,
  },
  Businesses: {
    stream: 'business-<users.id>',
    about: 'Acts of power and money on a business, its perks, people and tills.',
    schemas: BUSINESS_EVENT_DATA,
    readers: ['business-history'],
    inLog: true,
  },
  'Support visits': {
    stream: 'support-<visit>',
    about: 'One visit of an administrator at a business.',
    schemas: SUPPORT_EVENT_DATA,
    readers: ['business-history', 'support-visits'],
    inLog: true,
  },
  Administrators: {
    stream: 'admin-<users.id>',
    about: 'Other acts of one administrator.',
    schemas: ADMIN_EVENT_DATA,
    readers: ['business-history'],
    inLog: true,
  },
  People: {
    stream: 'person-<users.id>',
    about: 'Erasure of a person, for restored backups (decision 36).',
    schemas: PERSON_EVENT_DATA,
    readers: ['infra/admin/who-left.ts', 'infra/admin/after-restore.ts'],
    inLog: false,
  },
  Cards: {
    stream: 'card-<cards.id>',
    about: 'A card without a phone (decision 53). No program reads these; they are for an inquiry.',
    schemas: CARD_EVENT_DATA,
    readers: [],
    inLog: false,
  },
  'Tree heads': {
    stream: 'heads-ledger',
    about: 'Signed heads of the Merkle log, as they were published.',
    schemas: HEAD_EVENT_DATA,
    readers: ['infra/admin/after-restore.ts'],
    inLog: false,
  },
} as const

type Schemas = (typeof EVENT_FAMILIES)[keyof typeof EVENT_FAMILIES]['schemas']
type InEach<S> = S extends unknown ? keyof S : never
type EventType = InEach<Schemas>
type Words = { says: string; writer: string; readers?: readonly string[] }

const MOVES = ['movements', 'daily-book', 'business-stats'] as const
const SETTLES = ['redemptions', 'business-history'] as const
const COUNTER = ['monthly-transactions', 'buyer-visits', 'day-report', 'attention'] as const
const TIME_TRAVEL = ['services/api/time-travel.ts'] as const
const PERKS_THEN = ['services/businesses/perks/perks-as-of.ts'] as const
const STAFF_RESTORE = ['services/businesses/staff/staff-after-restore.ts'] as const

export const EVENT_WORDS: Readonly<Record<EventType, Words>> = {
  PointsAwarded: {
    says: 'A purchase earned points.',
    writer: 'services/ledger/account/award-points.ts',
    readers: [
      ...MOVES,
      ...COUNTER,
      'services/businesses/counter/receipts.ts',
      'services/businesses/counter/quota-settle.ts',
      'infra/admin/awards-of-log.ts',
    ],
  },
  PerkRedeemed: {
    says: 'A buyer took a perk; its points are gone, and a code waits to be used.',
    writer: 'services/ledger/account/redeem-perk.ts',
    readers: [...MOVES, 'redemptions'],
  },
  RedemptionUsed: {
    says: 'The perk was handed over.',
    writer: 'services/ledger/account/use-redemption.ts',
    readers: [...SETTLES, 'day-report', 'attention'],
  },
  RedemptionCancelled: {
    says: 'The code ended unused. The points return by `PointsRefunded`, in the same append.',
    writer: 'services/ledger/account/cancel-redemption.ts',
    readers: SETTLES,
  },
  PointsRefunded: {
    says: 'The points of a cancelled redemption returned.',
    writer: 'services/ledger/account/cancel-redemption.ts',
    readers: MOVES,
  },
  AwardVoided: {
    says: 'An award was undone as a whole.',
    writer: 'services/ledger/account/void-award.ts',
    readers: [...MOVES, ...COUNTER, 'services/businesses/counter/receipts.ts', 'infra/admin/awards-of-log.ts'],
  },
  AwardCorrected: {
    says: 'The amount of an award was corrected (decision 44).',
    writer: 'services/ledger/account/correct-award.ts',
    readers: [...MOVES, ...COUNTER],
  },
  RedemptionReopened: {
    says: 'A use was undone; the code waits again.',
    writer: 'services/ledger/account/reopen-redemption.ts',
    readers: [...SETTLES, 'day-report', 'attention'],
  },
  AccountClosed: {
    says: 'The account ended, with the points that were left.',
    writer: 'services/ledger/account/close-account.ts',
    readers: [...MOVES, 'buyer-visits', 'infra/admin/who-left.ts'],
  },
  PointsMergedOut: {
    says: "A card's account ended; its points go to a person's.",
    writer: 'services/ledger/account/merge-points.ts',
    readers: [...MOVES, 'buyer-visits', 'services/accounts/cards/merge-cards.ts'],
  },
  PointsMergedIn: {
    says: "A card's points arrived at a person's account.",
    writer: 'services/ledger/account/merge-points.ts',
    readers: [...MOVES, 'buyer-visits'],
  },
  BusinessRegistered: {
    says: 'A business signed up.',
    writer: 'services/businesses/profile/registration.ts',
    readers: TIME_TRAVEL,
  },
  BusinessApproved: {
    says: 'An administrator, or a rule, admitted the business.',
    writer: 'services/businesses/status/status-changes.ts',
    readers: TIME_TRAVEL,
  },
  BusinessRejected: {
    says: 'An administrator refused the business.',
    writer: 'services/businesses/status/status-changes.ts',
    readers: TIME_TRAVEL,
  },
  BusinessSuspended: {
    says: 'An administrator stopped the business.',
    writer: 'services/businesses/status/status-changes.ts',
    readers: TIME_TRAVEL,
  },
  BusinessReinstated: {
    says: 'A suspension ended.',
    writer: 'services/businesses/status/status-changes.ts',
    readers: TIME_TRAVEL,
  },
  TrialExpired: {
    says: 'The trial ran out unpaid.',
    writer: 'services/businesses/status/status-changes.ts',
    readers: TIME_TRAVEL,
  },
  PlanLapsed: {
    says: 'A paid plan ran out.',
    writer: 'services/businesses/plans/record-plan-change.ts',
    readers: TIME_TRAVEL,
  },
  PlanChanged: {
    says: 'Another plan or cycle took effect.',
    writer: 'services/businesses/plans/record-plan-change.ts',
    readers: TIME_TRAVEL,
  },
  BusinessClosed: {
    says: 'The owner closed the business.',
    writer: 'services/businesses/status/status-changes.ts',
    readers: [...TIME_TRAVEL, 'infra/admin/who-left.ts'],
  },
  PerkAdded: {
    says: 'A perk was offered.',
    writer: 'services/businesses/perks/keep-perks.ts',
    readers: PERKS_THEN,
  },
  PerkChanged: {
    says: 'A perk was offered anew, with other text or cost.',
    writer: 'services/businesses/perks/keep-perks.ts',
    readers: PERKS_THEN,
  },
  PerkDeleted: {
    says: 'A perk is no longer offered.',
    writer: 'services/businesses/perks/keep-perks.ts',
    readers: PERKS_THEN,
  },
  StaffAdded: {
    says: 'A person works at the shop from now on. The name stays in its row.',
    writer: 'services/businesses/staff/keep-staff.ts',
  },
  StaffRightsChanged: {
    says: 'A person has another role, or was put out of action or back.',
    writer: 'services/businesses/staff/keep-staff.ts',
    readers: STAFF_RESTORE,
  },
  StaffRemoved: {
    says: 'A person no longer works at the shop.',
    writer: 'services/businesses/staff/keep-staff.ts',
    readers: STAFF_RESTORE,
  },
  StaffSignInChanged: {
    says: "A manager's own sign-in began, ended or was allowed again.",
    writer: 'services/businesses/staff/keep-sign-ins.ts',
    readers: STAFF_RESTORE,
  },
  TillPaired: { says: 'A till was added.', writer: 'services/businesses/staff/keep-tills.ts' },
  TillRevoked: {
    says: 'A till may do nothing any more.',
    writer: 'services/businesses/staff/keep-tills.ts',
    readers: STAFF_RESTORE,
  },
  VisitStarted: { says: 'A support visit began.', writer: 'services/accounts/impersonation.ts' },
  ModeChanged: { says: 'The visitor may act, or only view.', writer: 'services/accounts/impersonation.ts' },
  CallRefused: { says: 'A call that a visit may not make was refused.', writer: 'services/accounts/impersonation.ts' },
  CallMade: { says: 'A write was carried out during a visit.', writer: 'services/accounts/impersonation.ts' },
  VisitEnded: { says: 'A support visit ended.', writer: 'services/accounts/impersonation.ts' },
  ReplayStarted: { says: 'A rebuild of the read models was started.', writer: 'services/api/routes/admin/replay.ts' },
  ReplaySwitchAsked: {
    says: 'One administrator asked to show the rebuilt read models.',
    writer: 'services/api/routes/admin/say-yes-to-switch.ts',
  },
  ReplaySwitchApproved: {
    says: 'A second administrator agreed to show them.',
    writer: 'services/api/routes/admin/say-yes-to-switch.ts',
  },
  ReplayDiscarded: { says: 'A rebuild was dropped.', writer: 'services/api/routes/admin/replay.ts' },
  SettingsChanged: { says: 'Settings of the platform were changed.', writer: 'services/api/routes/admin/settings.ts' },
  MailRetried: {
    says: 'An undelivered mail was sent again.',
    writer: 'services/api/routes/admin/people-and-mails.ts',
  },
  ReviewTakenDown: { says: 'A review was removed.', writer: 'services/api/routes/admin/reviews.ts' },
  IdDocumentOpened: {
    says: 'An ID document was looked at; once per administrator, business and day.',
    writer: 'services/api/routes/admin/id-document.ts',
  },
  SelfCheckAsked: { says: 'A self-check was started by hand.', writer: 'services/api/routes/admin/self-check.ts' },
  PersonErased: { says: "A person's data were erased.", writer: 'services/accounts/erase.ts' },
  CardClaimed: { says: 'A person took over a card.', writer: 'services/accounts/cards/claim-card.ts' },
  CardBlocked: { says: 'A card was blocked.', writer: 'services/accounts/cards/claim-card.ts' },
  HeadSigned: { says: 'A tree head was signed.', writer: 'services/audit/grow-log.ts' },
}

type FieldsOf<S> = S extends unknown
  ? { [T in keyof S]: S[T] extends { shape: infer F } ? keyof F : never }[keyof S]
  : never
type Field = Extract<FieldsOf<Schemas> | keyof EventMetadata, string>

/** By field name. A name that means something else in one event has a second line, `Event.field`. */
export const FIELD_WORDS: Readonly<Record<Field, string> & Partial<Record<`${EventType}.${Field}`, string>>> = {
  actor:
    'Who acted. During a support visit the administrator; `userId` 0 with role `system` is a rule or the calendar.',
  allowed: 'Whether the person may sign in.',
  amountAmd: 'Of the purchase.',
  'AwardCorrected.amountAmd': 'Of the purchase, corrected.',
  at: 'When the head was signed. ISO 8601, UTC.',
  awardId: 'The award; the id of its command.',
  branchId: 'The branch of the till.',
  businessId: 'users.id of the business.',
  changes: 'What changed, from which value to which. Never the issuer of invoices, who may be a person.',
  code: 'The secret of the redemption. Shown masked, and replaced by a hash in proofs.',
  commandId: 'The action. It is done once.',
  $correlationId: 'The request.',
  costTenths: 'What the perk costs.',
  description: "The perk's description, as offered.",
  differenceTenths: 'What the balance moved by.',
  expiresAt: 'When the visit ends at the latest.',
  forfeitedTenths: 'What was left on the account.',
  from: 'The status before.',
  fromActive: 'Whether in action before.',
  fromCostTenths: 'The cost before.',
  fromCycle: 'The cycle before.',
  fromDescription: 'The description before.',
  fromId: 'cards.id of the card.',
  fromName: 'The name before.',
  fromPlan: 'The plan before.',
  fromRole: 'The role before.',
  generation: 'Of the read models.',
  happenedAt: 'When it happened, if earlier than recorded (awards without a network).',
  how: '`expired`: its time ran out.',
  inputHash: "Digest of the action's input: the same key with another input is refused.",
  keyId: 'SHA-256 of the public key.',
  mailId: 'The mail in the outbox.',
  mergeId: 'The merge; the same in both events.',
  method: 'HTTP method.',
  missingTenths: 'What the balance did not cover of the points to take back.',
  mode: '`act`: may write.',
  name: "The perk's name, as offered.",
  names: 'Settings that changed.',
  onBehalfOf: 'users.id of the business that a support visit acted for.',
  paidUntil: 'The end of the paid time; null if nothing is paid.',
  path: "The route's pattern, without ids.",
  perkId: 'perks.id.',
  perkName: "The perk's name at that time.",
  plan: 'The plan.',
  position: 'Log position of the last event covered; null for an empty log.',
  reactivates: 'Whether an expired business became active by it.',
  reason: 'In the words of the person who acted; forms ask to name nobody.',
  receipt: 'Number of the fiscal receipt.',
  recordedAt: 'Our clock at the decision.',
  redemptionId: 'The redemption; the id of its command.',
  reviewId: 'reviews.id.',
  role: 'At the shop.',
  'PersonErased.role': 'The role that the person had.',
  root: 'SHA-256 at the root of the Merkle tree.',
  rule: 'How the points follow from the amount: `floor-50/1` is one tenth per full 50 AMD.',
  schema: 'The form of the metadata. It counts no versions (decision 60).',
  scope: 'A sample, or all accounts.',
  signature: 'Ed25519, by the key of `keyId`.',
  size: 'Events covered.',
  staffId: 'The person of the shop.',
  tenths: 'Points that moved.',
  'AwardCorrected.tenths': 'Points that the corrected amount earns.',
  tillId: 'The till.',
  to: 'The status after; `trial_expired` if the time ran out meanwhile.',
  toActive: 'Whether in action after.',
  toCycle: 'The cycle after.',
  toId: 'users.id of the person who claimed the card.',
  toPlan: 'The plan after.',
  toRole: 'The role after.',
  trialEndedAt: 'The end of the trial.',
  trialEndsAt: 'The end of the trial.',
  userId: "users.id of the card's owner.",
}
