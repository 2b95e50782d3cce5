/**
 * Descriptions of fields whose name and type do not suffice: units, time zones, both kinds of buyer id (C5). Keyed by
 * name, or name and type, because a name means the same throughout the API.
 */
import { MAX_AMOUNT_AMD, MIN_AMOUNT_AMD } from '#contracts/units/tenths.ts'

const POINTS = 'Points, with at most one decimal: 12.5 are twelve and a half. Never tenths.'
const POINTS_TEXT = 'Points as text, with one decimal: "12.5", "12.0".'
const AMD = 'Whole AMD.'
const MOMENT = 'ISO 8601, in UTC.'
const DAY = 'A day in Asia/Yerevan.'
const USER = 'The id of a user, not the code of a buyer.'
const CODE =
  'The code of a buyer, as he shows it: two letters and four digits. His QR code is this text and nothing else.'
const MESSAGE = 'In English, for logs. What a client goes by is the status and, in a refusal, the `code`.'
const NEXT =
  'Where the next page begins, to be handed back unchanged as `before` or `after`, whichever the call has; null on the last page.'

type Words = Readonly<Record<string, string>>

const WORDS: Words = {
  'points number': POINTS,
  'points string': `${POINTS_TEXT} Of a movement with its sign.`,
  'pointsRequired number': 'Points, from 0.5 on in steps of 0.5.',
  'pointsRequired string': POINTS_TEXT,
  totalPointsIssued: `${POINTS} Awarded since the beginning, without what was called back.`,
  monthlyPoints: `${POINTS} The same in the running month of Asia/Yerevan.`,
  issuedPoints: `${POINTS} Awarded on that day, without what was called back.`,
  redeemedPoints: POINTS,
  'balance string': `${POINTS_TEXT} The buyer’s at this business.`,
  balanceBefore: `${POINTS_TEXT} Before this movement.`,
  balanceAfter: `${POINTS_TEXT} What it would be if the award were called back; null where it cannot be.`,
  opening: POINTS_TEXT,
  closing: POINTS_TEXT,
  'awarded string': POINTS_TEXT,
  'voided string': POINTS_TEXT,
  'redeemed string': POINTS_TEXT,
  'returned string': POINTS_TEXT,
  'refunded string': POINTS_TEXT,
  'forfeited string': POINTS_TEXT,
  'issued string': POINTS_TEXT,
  outstanding: POINTS_TEXT,
  outstandingPoints: POINTS_TEXT,
  sumOfBalances: POINTS_TEXT,
  happened: `${POINTS_TEXT} By what had happened at that moment.`,
  recorded: `${POINTS_TEXT} By what had been recorded at that moment.`,

  'amountSpent integer': AMD,
  amountAmd: AMD,
  countedAmd: `${AMD} The part of the amount that has earned points.`,
  leftoverAmd: `${AMD} The part of the amount, below 50, that has earned nothing.`,
  priceAmd: AMD,
  creditAmd: AMD,
  openingAmd: `${AMD} What waited for its money when the month began.`,
  issuedAmd: AMD,
  withdrawnAmd: AMD,
  settledAmd: AMD,
  closingAmd: `${AMD} What waits for its money at the month's end, or now.`,
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
    'The code of a redemption: eight letters and digits, so that a scanner can tell it from the code of a buyer; its QR code is this text and nothing else. Read in any case and with or without spaces and hyphens. Null once it has been used.',
  receipt: 'The number of the fiscal receipt. It can be awarded once at a business.',
  'happenedAt string': 'When it happened at the counter: ISO 8601 with an offset. In answers ISO 8601, in UTC.',
  recordedAt: `When the ledger took it down. ${MOMENT}`,
  position: 'A place in the ledger’s log, opaque: whatever happened later has a larger one.',

  createdAt: MOMENT,
  updatedAt: MOMENT,
  usedAt: MOMENT,
  until: MOMENT,
  lastCheckedAt: `When the account was last compared with the log; null before the first time. ${MOMENT}`,
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
  'query at': 'A moment: ISO 8601 with an offset.',
  day: DAY,
  month: 'A calendar month in Asia/Yerevan: YYYY-MM.',
  'query from': 'A day in Asia/Yerevan, or a moment with its offset, as the type says; included.',
  'query to': 'A day in Asia/Yerevan, included; or a moment with its offset, which is not.',

  logoUrl:
    'The address of the picture on this host: it begins with a slash. It is a WebP; the same picture as a JPEG has `.jpg` there for `.webp`.',
  hint: 'The first letter of the first name and a point: enough for the cashier to ask whether it is the right buyer.',
  closed: 'True where it has left; the name of a business is empty then.',
  takesPart: 'Whether its perks can be redeemed and its codes taken in now.',
  canRedeem: 'Whether the balance at this business is enough for it.',
  why: 'Why it cannot be called back now; null where it can.',
  possible: 'Whether it can be called back now. The call may be refused all the same: the account decides.',
  agrees: 'Whether that comparison has found the same; null before the first time.',
  onBehalf: 'Whether support did it for the business, during a visit.',
  clock:
    '`recorded`: by when the ledger took it down. `happened`: by when it happened at the counter, which is earlier for what a till without a network has kept.',
  'before object':
    'What the caller was shown, and this takes the place of. Where it is no longer so, the change is refused with 409; without it whatever is there is replaced.',
  nextPlan: 'The plan that begins with the next period, where it is another one.',
  nextIsPaid: 'Whether the next period is paid already.',
  endsAtPeriodEnd: 'Whether nothing comes after this period.',
  upgradeAwaitsPayment: 'Whether there is an open invoice of a larger plan.',
  canRefund: 'Whether cancelling it now gives the money back.',
  'query limit': 'How many at most.',

  'next string': NEXT,
  'next integer': NEXT,
  'query before': 'Where the page before this one says that the next begins; without it the newest.',
  'query after':
    'The `next` of the page before; where its answer has none, its last `id`, and in the plain order alone.',
  'query cursor': 'The `next-cursor` header of the page before, asked for with the same `sort`, `order` and `search`.',
  'query search': 'What it begins with or contains, in any case of the letters.',

  perkLimit: 'Null is unlimited.',
  transactionLimit: 'Awards in a calendar month of Asia/Yerevan; null is unlimited.',
  currentTransactionCount: 'Awards in the running month, those that were called back too.',
  canAddTransaction: 'False where the month’s limit is reached.',
  message: MESSAGE,
}

const ERROR_WORDS: Words = {
  message: MESSAGE,
  code: 'Stable. What each means stands at the operations that answer with it. Later versions may have more: where it is unknown the status says what to do.',
  issues: 'With `invalid_input`: what is wrong, and where.',
  limitExceeded: 'True where a limit of the plan is what refuses, and a larger plan would not.',
  perksToDelete: 'With `too_many_perks`: how many have to go first.',
  lapsed: 'With `trial_expired`: true where it was a paid plan that has ended.',
  requestId: 'What the operator finds this call by. Each answer, also of a success, carries it as `x-request-id`.',
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
    description: `${AMD} Text that is digits alone is taken, too.`,
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
