/** Refusals by status: common ones, and the operation's own codes (operation.ts). */
import { ERRORS, type ErrorCode } from '#contracts/calls/errors.ts'
import { ACCESS, type Operation } from './operation.ts'

const SAME_KEY = 'A retry of a write belongs to the same key.'

/** Common codes, described once and referenced. */
export const COMMON = {
  Invalid:
    '`invalid_input`: `issues` names the field, the parameter or the header that is wrong. It stays wrong however often it is sent.',
  KeyOrInvalid:
    '`idempotency_key_required`: there is no key. `invalid_input`: `issues` names the field, the parameter or the header that is wrong.',
  NotSignedIn:
    '`not_signed_in`: no session, or one that has ended. After another sign-in a write is sent again under its old key.',
  WrongPassword: '`invalid_credentials`: no such account, or not its password.',
  Forbidden:
    '`forbidden`: not this person’s. `pending_confirmation`, `account_suspended`, `trial_expired`, `registration_rejected`: what the state of one’s own business is. `foreign_origin`: another web site sent it. `visit_read_only`, `visit_forbidden`: not during a support visit. `password_change_required`: staff sets a password of its own first. `confirmation_required`: the session has not proved its password lately.',
  TooLarge: '`too_large`: the body is larger than any that is asked for.',
  KeyReused: '`idempotency_key_reused`: the key came before with other input.',
  TooMany:
    '`too_many_attempts`, at a sign-in `sign_in_rate_limited`: too many calls in a while. The same call may come again, under the same key, after as many seconds as `retry-after` says.',
  Refused:
    'What was asked for is refused; `code` says why. `method_not_allowed`: the address is right, and `allow` names the methods that it has. `request_timeout` (408): the call did not arrive in whole in time, and may be sent again. `too_large` with 431: its headers are too large.',
  Failed: `\`internal\`: a fault of the service, which its log has under \`requestId\`. ${SAME_KEY}`,
  Busy: `\`busy\`: nothing answers for the moment, or there is too much to do. ${SAME_KEY}`,
  OutcomeUnknown:
    '`outcome_unknown`: whether it was written is not known yet. A retry with the same key finds out, and writes at most once.',
} as const
type Common = keyof typeof COMMON

const whole = (description: string) => ({ description, schema: { type: 'integer' } })

/** As sent by the rate-limit package. */
export const LIMIT_HEADERS = {
  'x-ratelimit-limit': whole('How many calls its limit allows.'),
  'x-ratelimit-remaining': whole('How many of them are left.'),
  'x-ratelimit-reset': whole('Seconds until they are counted anew.'),
}

const HEADERS_OF_TOO_MANY = {
  'retry-after': whole(
    'Seconds until a try may succeed. Missing where nobody can tell: a live stream has to end first.',
  ),
  ...LIMIT_HEADERS,
}

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** From the first code in the description, without optional fields. */
function exampleOf(description: string) {
  const code = [...description.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).find(isCode)
  if (code === undefined) throw new Error(`A refusal without a code: ${description}`)
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
type Facts = { isRead: boolean; hasBody: boolean; isLimited: boolean; keyIsKept: boolean }

type Refusal = ReturnType<typeof refused> | { $ref: string }

const ofStatus = (codes: readonly ErrorCode[], status: number) => codes.filter((code) => ERRORS[code][0] === status)

export function refusalsOf(
  { access, key, ledger, limit, refusals: own = [] }: Operation,
  { isRead, hasBody, isLimited, keyIsKept }: Facts,
): Record<string, Refusal> {
  const mayLackSession = ACCESS[access].session === 'needed' || access === 'slugOrOwner'
  const common: Partial<Record<number, Common>> = {
    400: key === 'required' || key === 'here or in the body' ? 'KeyOrInvalid' : 'Invalid',
    ...(access === 'password' && { 401: 'WrongPassword' }),
    ...(mayLackSession && { 401: 'NotSignedIn' }),
    // Any write may be cross-origin, or closed to support visits.
    ...((mayLackSession || !isRead) && { 403: 'Forbidden' }),
    ...(hasBody && { 413: 'TooLarge' }),
    ...(keyIsKept && { 422: 'KeyReused' }),
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
