/**
 * Descriptions of fields whose name and type do not suffice: units, time zones, both kinds of buyer id (C5). Keyed by
 * name, or name and type, because a name means the same throughout the API.
 */
import { MAX_AMOUNT_AMD, MIN_AMOUNT_AMD } from '#contracts/units/tenths.ts'

const POINTS = 'Points, with at most one decimal: 12.5 is twelve and a half. Never tenths.'
const POINTS_TEXT = 'Points as text with one decimal: "12.5", "12.0".'
const AMD = 'Whole AMD.'
const MOMENT = 'ISO 8601 in UTC.'
const DAY = 'A calendar day in Asia/Yerevan.'
const USER = 'A user id, not a buyer code.'
const CODE =
  'The buyer code that the buyer shows: two letters and four digits. The buyer’s QR code contains exactly this text.'
const MESSAGE = 'English text for logs. Clients must rely on the status and, for errors, on `code`.'
const NEXT =
  'Cursor of the next page: send it unchanged as `before` or `after`, whichever the call takes. Null on the last page.'

type Words = Readonly<Record<string, string>>

const WORDS: Words = {
  'points number': POINTS,
  'points string': `${POINTS_TEXT} Signed if it belongs to a movement.`,
  'pointsRequired number': 'Points, at least 0.5, in steps of 0.5.',
  'pointsRequired string': POINTS_TEXT,
  totalPointsIssued: `${POINTS} All-time awards minus voids.`,
  monthlyPoints: `${POINTS} Awards minus voids in the current month in Asia/Yerevan.`,
  issuedPoints: `${POINTS} Awards minus voids on that day.`,
  redeemedPoints: POINTS,
  givenPoints: `${POINTS} Awarded minus voided, with corrections.`,
  usedPoints: `${POINTS} What perks that were handed over cost.`,
  'balance string': `${POINTS_TEXT} The buyer’s balance at this business.`,
  balanceBefore: `${POINTS_TEXT} The balance before this movement.`,
  balanceAfter: `${POINTS_TEXT} The balance if the award were voided; null if it cannot be.`,
  opening: POINTS_TEXT,
  closing: POINTS_TEXT,
  'awarded string': POINTS_TEXT,
  'voided string': POINTS_TEXT,
  'redeemed string': POINTS_TEXT,
  'returned string': POINTS_TEXT,
  'refunded string': POINTS_TEXT,
  'merged string': POINTS_TEXT,
  'forfeited string': POINTS_TEXT,
  'issued string': POINTS_TEXT,
  outstanding: POINTS_TEXT,
  outstandingPoints: POINTS_TEXT,
  sumOfBalances: POINTS_TEXT,
  happened: `${POINTS_TEXT} Counts the movements that had happened by then.`,
  recorded: `${POINTS_TEXT} Counts the movements that had been recorded by then.`,

  held: `${POINTS_TEXT} What the award holds after its corrections.`,
  difference: `${POINTS_TEXT} Signed: what the balance moved by.`,
  missing: `${POINTS_TEXT} What the balance did not cover of the points to take back.`,

  'amountSpent integer': AMD,
  amountAmd: AMD,
  turnoverAmd: `${AMD} Amounts of purchases, after voids and corrections.`,
  averageAmd: `${AMD} Turnover per purchase, rounded; null without purchases.`,
  usualAmd: `${AMD} The average purchase of the 30 days before.`,
  comparedAmd: `${AMD} The turnover of this hour a week earlier.`,
  countedAmd: `${AMD} The part of the amount that earned points.`,
  leftoverAmd: `${AMD} The remainder below 50 AMD, which earned nothing.`,
  priceAmd: AMD,
  creditAmd: AMD,
  openingAmd: `${AMD} Unpaid at the start of the month.`,
  receivedAmd: `${AMD} What has arrived of the invoice; the whole amount once it is paid.`,
  missingAmd: `${AMD} What is missing of the invoice.`,
  issuedAmd: AMD,
  withdrawnAmd: AMD,
  settledAmd: AMD,
  closingAmd: `${AMD} Unpaid at the end of the month, or now for the current month.`,
  netAmd: AMD,
  monthlyAmd: AMD,
  yearlyAmd: AMD,
  amountMin: AMD,
  amountMax: AMD,

  'buyerId string': CODE,
  'buyerId integer': USER,
  'path buyerId': USER,
  'path businessId': USER,
  businessId: USER,
  'path userId': USER,
  'query buyer': USER,
  'query business': USER,
  buyerCode: CODE,
  redemptionCode:
    'Redemption code: eight letters and digits, so a scanner can distinguish it from a buyer code. Its QR code contains exactly this text. Accepted in any letter case, with or without spaces and hyphens. Null once used.',
  staffId:
    'The person who had unlocked the till. Null or missing for acts away from a till, and in a shop without people.',
  tillId: 'The till. Null or missing for acts away from a till.',
  branchId: 'The branch. Null or missing for a till without one, and for acts away from a till.',
  locksAfterSeconds: 'Idle seconds until the till locks by itself; 0: after each act.',
  pairingCode: 'Shown once. Works once, within ten minutes.',
  pin: '4 to 8 digits.',
  receipt: 'The fiscal receipt number. Each receipt earns points only once at a business.',
  'happenedAt string': `When the purchase took place: ISO 8601 with an offset in requests. In responses: ${MOMENT}`,
  recordedAt: `When the ledger recorded the event. ${MOMENT}`,
  position: 'Opaque position in the ledger’s log. Later events have larger positions.',

  createdAt: MOMENT,
  updatedAt: MOMENT,
  usedAt: MOMENT,
  until: MOMENT,
  lastCheckedAt: `When the account was last compared with the log; null if it has not been yet. ${MOMENT}`,
  pairedAt: `Null until the pairing code is used. ${MOMENT}`,
  signedInAt: MOMENT,
  lastSeenAt: MOMENT,
  actingSince: MOMENT,
  cancelledAt: MOMENT,
  expiresAt: MOMENT,
  'lastAt string': MOMENT,
  foundAt: MOMENT,
  clearedAt: MOMENT,
  oldestSince: MOMENT,
  waitingSince: MOMENT,
  storedAt: MOMENT,
  writtenAt: MOMENT,
  enteredAt: MOMENT,
  returnedAt: `Null while the transfer counts. ${MOMENT}`,
  issuedAt: MOMENT,
  dueAt: MOMENT,
  paidAt: MOMENT,
  periodStart: MOMENT,
  periodEnd: MOMENT,
  nextFrom: MOMENT,
  effectiveAt: MOMENT,
  trialExpiresAt: MOMENT,
  trialEndDate: MOMENT,
  subscriptionStartDate: MOMENT,
  subscriptionEndDate: MOMENT,
  startedAt: MOMENT,
  endedAt: MOMENT,
  'at string': MOMENT,
  'query at': 'A timestamp: ISO 8601 with an offset.',
  day: DAY,
  comparedDay: `${DAY} The same weekday of the week before.`,
  month: 'A calendar month in Asia/Yerevan: YYYY-MM.',
  'query from': 'Start, inclusive: a day in Asia/Yerevan or a timestamp with an offset, depending on the type.',
  'query to':
    'End: a day in Asia/Yerevan (inclusive) or a timestamp with an offset (exclusive), depending on the type.',

  logoUrl:
    'Path of the logo on this host, beginning with a slash. The image is a WebP; replace `.webp` with `.jpg` for a JPEG.',
  coverUrl:
    'Path of the cover picture on this host, beginning with a slash. Shown with three parts in width to one in height. The image is a WebP; replace `.webp` with `.jpg` for a JPEG.',
  pictureUrl:
    'Path of the picture of the perk on this host, beginning with a slash; null without one. Shown as a square. The image is a WebP; replace `.webp` with `.jpg` for a JPEG.',
  hint: 'The initial of the first name and a period, so that the cashier can check that it is the right buyer.',
  closed: 'Whether the account is closed because its owner left; the name of a business that left is empty.',
  takesPart: 'Whether its perks can be redeemed and its redemption codes verified now.',
  lastDay: `${DAY} The last day of a code that ends, as its buyer was told; null if it does not end.`,
  boughtHere: 'Whether points were awarded to the writer at this business, and not undone.',
  canRedeem: 'Whether the balance at this business covers the perk.',
  'why string': 'Why the award cannot be voided or corrected now; null if it can.',
  possible:
    'Whether the award can be voided or corrected now. The call may still be refused, because the account decides.',
  agrees: 'Whether the last comparison found no difference; null if there has been none.',
  onBehalf: 'Whether support did this for the business during a support visit.',
  clock:
    '`recorded`: by the time the ledger recorded it. `happened`: by the time it happened at the counter, which is earlier for awards from a till that was offline.',
  'before object':
    'The values that the caller was shown. If the current values differ, the change is refused with 409; without this field the current values are overwritten.',
  nextPlan: 'The plan of the next period, if it differs from the current one.',
  nextIsPaid: 'Whether the next period is already paid.',
  endsAtPeriodEnd: 'Whether the subscription ends with the current period.',
  upgradeAwaitsPayment: 'Whether an invoice for a larger plan is open.',
  canRefund: 'Whether cancelling now refunds the payment.',
  'query limit': 'Maximum number of results.',

  'next string': NEXT,
  'next integer': NEXT,
  'query before': 'Cursor from the previous page; without it, the newest results.',
  'query after':
    'The `next` of the previous page; if that response has no `next`, its last `id`, in the default order only.',
  'query cursor': 'The `next-cursor` header of the previous page. Keep `sort`, `order` and `search` unchanged.',
  'query search': 'Text that the result begins with or contains, ignoring letter case.',

  perkLimit: 'Maximum number of perks; null means unlimited.',
  transactionLimit: 'Maximum number of awards per calendar month in Asia/Yerevan; null means unlimited.',
  currentTransactionCount: 'Number of awards in the current month, including voided ones.',
  canAddTransaction: 'False once the monthly limit is reached.',
  message: MESSAGE,
}

const ERROR_WORDS: Words = {
  message: MESSAGE,
  code: 'Stable error code, explained at the operations that return it. Later versions may add codes: if a code is unknown, act on the status.',
  issues: 'With `invalid_input`: the invalid fields and what is wrong with them.',
  limitExceeded: 'True if the limit of the current plan is the reason and a larger plan would allow the call.',
  perksToDelete: 'With `too_many_perks`: the number of perks to delete first.',
  missingAmd: `With \`transfer_too_high\`: what is missing of the invoice. ${AMD}`,
  lapsed: 'With `trial_expired`: true if a paid plan has ended rather than the trial.',
  requestId: 'Lets the operator find this call in the log. Every response carries it in the `x-request-id` header.',
}

export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  minimum?: number
  maximum?: number
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
export type Parameter = { $ref?: string; name?: string; in?: string; description?: string; schema?: Schema }

/** The first type other than null. */
function typeOf({ type, anyOf = [] }: Schema): string | undefined {
  if (type === undefined) return anyOf.map(typeOf).find((each) => each !== undefined && each !== 'null')
  return [type].flat().find((each) => each !== 'null')
}

function wordsFor(names: readonly string[], schema: Schema = {}, words: Words = WORDS): string | undefined {
  return names
    .flatMap((name) => [`${name} ${typeOf(schema)}`, name])
    .map((key) => words[key])
    .find((found) => found !== undefined)
}

/** For the error body, where `code` means something else. */
export const explainError = (schema: Schema | undefined): void => explainFields(schema, ERROR_WORDS)

/** Recursive; existing descriptions win. */
export function explainFields(schema: Schema | undefined, words: Words = WORDS): void {
  if (schema === undefined) return
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const found = wordsFor([name], field, words)
    if (found !== undefined) field.description ??= found
    explainFields(field, words)
  }
  for (const each of insideOf(schema)) explainFields(each, words)
}

const insideOf = ({ items, additionalProperties, anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] =>
  [items, additionalProperties, ...anyOf, ...oneOf, ...allOf].filter((each) => typeof each === 'object')

/** For fields that accept several types: client generators skip type unions. */
const SENT_AS: Readonly<Record<string, Schema>> = {
  amountSpent: {
    type: 'integer',
    minimum: MIN_AMOUNT_AMD,
    maximum: MAX_AMOUNT_AMD,
    description: `${AMD} A string of digits is also accepted.`,
  },
}

export function explainBody(schema: Schema | undefined): void {
  for (const [name, field] of Object.entries(schema?.properties ?? {})) Object.assign(field, SENT_AS[name])
  explainFields(schema)
}

/** For responses: adds formats to timestamps, and permits unknown fields, so that clients accept later versions. */
export function explainAnswer(schema: Schema | undefined): void {
  if (schema === undefined) return
  explainFields(schema)
  openAnswer(schema)
}

function openAnswer(schema: Schema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
  // zod's bounds of every integer.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.description?.includes(MOMENT) && typeOf(schema) === 'string') schema.format ??= 'date-time'
  for (const each of Object.values(schema.properties ?? {})) openAnswer(each)
  for (const each of insideOf(schema)) openAnswer(each)
}

export function explainParameter(parameter: Parameter): void {
  const { name, in: place, schema } = parameter
  if (name === undefined) return
  const words = wordsFor([`${place} ${name}`, name], schema)
  if (words !== undefined) parameter.description ??= words
  // A repeatable query parameter: the list form covers one value too.
  const list = schema?.anyOf?.find(({ type }) => type === 'array')
  if (list) parameter.schema = list
}
