/** Refusals by status: common ones, and the operation's own codes (operation.ts). */
import { ERRORS, type ErrorCode } from '#contracts/calls/errors.ts'
import { ACCESS, type Operation } from './operation.ts'

const SAME_KEY = 'Retry a write with the same key.'

/** Common codes, described once and referenced. */
export const COMMON = {
  Invalid: '`invalid_input`: `issues` names the invalid field, parameter or header. Do not retry unchanged.',
  KeyOrInvalid:
    '`idempotency_key_required`: the key is missing. `invalid_input`: `issues` names the invalid field, parameter or header.',
  NotSignedIn:
    '`not_signed_in`: the session is missing or has ended. Sign in again and retry a write with the same key.',
  WrongPassword: '`invalid_credentials`: unknown account or wrong password.',
  Forbidden:
    '`forbidden`: the caller has no access to this resource. `pending_confirmation`, `account_suspended`, `trial_expired`, `registration_rejected`: the state of the caller’s business. `foreign_origin`: the request came from another web site. `visit_read_only`, `visit_forbidden`: not allowed during a support visit. `till_locked`: somebody has to unlock the till first. `password_change_required`: staff must set a password of their own first. `second_factor_required`: staff must enter a code first (`enterSecondFactor`) or sign in with a passkey. `second_factor_setup_required`: staff must set up an authenticator app or a passkey first. `confirmation_required`: the session has not confirmed its password recently.',
  TooLarge: '`too_large`: the body exceeds the size limit.',
  KeyReused: '`idempotency_key_reused`: the key was already used with different input.',
  TooMany:
    '`too_many_attempts`, or `sign_in_rate_limited` when signing in: too many calls. Retry with the same key after the seconds in `retry-after`.',
  Refused:
    'The request is refused; `code` says why. `method_not_allowed`: the path exists, and `allow` lists its methods. `request_timeout` (408): the request did not arrive completely in time and can be retried. `too_large` with 431: the headers are too large.',
  Failed: `\`internal\`: an error of the service, logged under \`requestId\`. ${SAME_KEY}`,
  Busy: `\`busy\`: the service is temporarily unavailable or overloaded. ${SAME_KEY}`,
  OutcomeUnknown:
    '`outcome_unknown`: it is not known yet whether the write took effect. Retry with the same key to find out; it takes effect at most once.',
} as const
type Common = keyof typeof COMMON

const whole = (description: string) => ({ description, schema: { type: 'integer' } })

/** As sent by the rate-limit package. */
export const LIMIT_HEADERS = {
  'x-ratelimit-limit': whole('The number of calls allowed in the current window.'),
  'x-ratelimit-remaining': whole('The number of calls left in the current window.'),
  'x-ratelimit-reset': whole('Seconds until the window resets.'),
}

const HEADERS_OF_TOO_MANY = {
  'retry-after': whole('Seconds to wait before retrying. Missing if unknown: a live stream has to end first.'),
  ...LIMIT_HEADERS,
}

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** From the first code in the description, without optional fields. */
function exampleOf(description: string) {
  const code = [...description.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).find(isCode)
  if (code === undefined) throw new Error(`Refusal description contains no error code: ${description}`)
  return {
    code,
    message: ERRORS[code][1],
    ...(code === 'invalid_input' && { issues: [{ path: 'id', message: 'Invalid id' }] }),
    requestId: '5f0c6bb6-8d2e-4f1c-9a86-0c1b6a3a7e11',
  }
}

export const refused = (description: string) => ({
  description,
  ...(description === COMMON.TooMany && { headers: HEADERS_OF_TOO_MANY }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: exampleOf(description) } },
})

/** `isLimited`: rate-limited before any other check. */
type Facts = { isRead: boolean; hasBody: boolean; isLimited: boolean; refusesReusedKey: boolean }

type Refusal = ReturnType<typeof refused> | { $ref: string }

const ofStatus = (codes: readonly ErrorCode[], status: number) => codes.filter((code) => ERRORS[code][0] === status)

export function refusalsOf(
  { access, key, ledger, limit, refusals: own = [] }: Operation,
  { isRead, hasBody, isLimited, refusesReusedKey }: Facts,
): Record<string, Refusal> {
  const mayLackSession = ACCESS[access].session === 'needed' || access === 'slugOrOwner'
  const common: Partial<Record<number, Common>> = {
    400: key === 'required' || key === 'here or in the body' ? 'KeyOrInvalid' : 'Invalid',
    ...(access === 'password' && { 401: 'WrongPassword' }),
    ...(mayLackSession && { 401: 'NotSignedIn' }),
    // Any write may be cross-origin, or closed to support visits.
    ...((mayLackSession || !isRead) && { 403: 'Forbidden' }),
    ...(hasBody && { 413: 'TooLarge' }),
    ...(refusesReusedKey && { 422: 'KeyReused' }),
    ...((isLimited || limit !== undefined) && { 429: 'TooMany' }),
    500: 'Failed',
    503: 'Busy',
    ...(ledger && { 504: 'OutcomeUnknown' }),
  }
  const statuses = new Set([...Object.keys(common).map(Number), ...own.map((code) => ERRORS[code][0])])
  const answers = [...statuses].map((status): [string, Refusal] => [
    String(status),
    answerOf(common[status], ofStatus(own, status)),
  ])
  return { ...Object.fromEntries(answers), '4XX': pointTo('Refused') }
}

const pointTo = (name: Common) => ({ $ref: `#/components/responses/${name}` })

function answerOf(common: Common | undefined, own: readonly ErrorCode[]): Refusal {
  if (common && own.length === 0) return pointTo(common)
  const lines = own.map((code) => `\`${code}\`: ${ERRORS[code][1].replace(/\.?$/, '.')}`)
  return refused([...lines, ...(common ? [COMMON[common]] : [])].join('\n\n'))
}
