import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { SessionUser } from '#contracts/calls/account/session.ts'

export type ApiErrorCode = ErrorCode | 'network' | 'unreadable' | 'visit_ended'

export interface ApiErrorDetails {
  limitExceeded?: boolean
  fields?: Record<string, string>
  user?: SessionUser
  perksToDelete?: number
  lapsed?: boolean
  answeredAtMs?: number
  foreign?: boolean
  retryAfterSeconds?: number
}

/** `status` is 0 without a response; `message` is the server's, else "status: body" (R184). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly limitExceeded: boolean
  readonly fields: Record<string, string>
  /** C1: the user whose sign-in was refused but who got a restricted session. */
  readonly user: SessionUser | undefined

  /** H38: how many perks must be deleted before a smaller plan fits. */
  readonly perksToDelete: number | undefined
  /** H24: a paid plan, not a trial, has expired. */
  readonly lapsed: boolean
  /** The server's response time by its own clock, to the second; NaN if the response has no date. */
  readonly answeredAtMs: number
  /** Sent by something in front of our server, so the call's outcome is uncertain. */
  readonly foreign: boolean
  /** Until the server will look at the call again; NaN if it does not say. */
  readonly retryAfterSeconds: number

  constructor(status: number, code: ApiErrorCode, message: string, details?: ApiErrorDetails) {
    super(message)
    this.status = status
    this.code = code
    this.limitExceeded = details?.limitExceeded ?? false
    this.fields = details?.fields ?? {}
    this.user = details?.user
    this.perksToDelete = details?.perksToDelete
    this.lapsed = details?.lapsed ?? false
    this.answeredAtMs = details?.answeredAtMs ?? Number.NaN
    this.foreign = details?.foreign ?? false
    this.retryAfterSeconds = details?.retryAfterSeconds ?? Number.NaN
  }

  /**
   * The server may have executed the call, so a retry needs the same idempotency key. Includes truncated responses and
   * captive portals.
   */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === 'unreadable'
  }
}

/**
 * Converts a failed response, also with a newer server's unknown code. A foreign body (e.g. a proxy's page) keeps its
 * text (R184), and so does ours if the schemas cannot be loaded. Reads the Date and
 * Retry-After of `headers`.
 */
export async function apiErrorFrom(
  status: number,
  statusText: string,
  body: string,
  headers?: Headers,
): Promise<ApiError> {
  const schemas = await import('#contracts/calls/errors.ts').catch(() => undefined)
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    json = undefined
  }
  const parsed = schemas?.errorOfAnyVersionSchema.safeParse(json)
  if (!parsed?.success)
    return new ApiError(status, codeByStatus(status), `${status}: ${body || statusText}`, { foreign: true })
  const { code, message, limitExceeded, issues, user, perksToDelete, lapsed } = parsed.data
  const fields = Object.fromEntries((issues ?? []).map((issue) => [issue.path, issue.message]))
  return new ApiError(status, code as ErrorCode, message, {
    ...(limitExceeded !== undefined && { limitExceeded }),
    ...(user && { user }),
    ...(perksToDelete !== undefined && { perksToDelete }),
    ...(lapsed !== undefined && { lapsed }),
    fields,
    answeredAtMs: Date.parse(headers?.get('date') ?? ''),
    retryAfterSeconds: parseInt(headers?.get('retry-after') ?? ''),
  })
}

function codeByStatus(status: number): ApiErrorCode {
  if (status === 401) return 'not_signed_in'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_attempts'
  return status >= 500 ? 'internal' : 'invalid_input'
}
