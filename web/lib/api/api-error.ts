import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { SessionUser } from '#contracts/calls/session.ts'

/** What went wrong with a call: an error code of the contract, or one of those that never reached it. */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable' | 'visit_ended'

export interface ApiErrorDetails {
  limitExceeded?: boolean
  fields?: Record<string, string>
  user?: SessionUser
  perksToDelete?: number
  lapsed?: boolean
  answeredAtMs?: number
  foreign?: boolean
}

/** A call that did not succeed. `status` is 0 where no answer came. `message` is the server's, else "status: body" (R184). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly limitExceeded: boolean
  readonly fields: Record<string, string>
  /** C1: who has got a restricted session although the sign-in was refused. */
  readonly user: SessionUser | undefined

  /** H38: how many perks stand in the way of a smaller plan. */
  readonly perksToDelete: number | undefined
  /** H24: it is no trial that has expired, but a paid plan. */
  readonly lapsed: boolean
  /** When the server answered, by its own clock, to the second; NaN where it does not say so. */
  readonly answeredAtMs: number
  /** The answer is not our server's, but of something before it: it says little of what became of the call. */
  readonly foreign: boolean

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
  }

  /**
   * True where nobody knows whether the server did it: the same action may be tried again under the same key. Also where what came instead of the
   * answer says nothing, as half of it does, or the page of a network that wants a sign-in of its own.
   */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === 'unreadable'
  }
}

/**
 * The error that an answer which is not OK tells; a code that came with an upgrade is kept as it is. A body that is not ours (a proxy's page, say) keeps
 * its text (R184), and so does ours where the schemas cannot be fetched: what the status says decides whether the same action is tried again under its
 * key. `date`: the header of that name.
 */
export async function apiErrorFrom(
  status: number,
  statusText: string,
  body: string,
  date?: string | null,
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
    answeredAtMs: Date.parse(date ?? ''),
  })
}

function codeByStatus(status: number): ApiErrorCode {
  if (status === 401) return 'not_signed_in'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_attempts'
  return status >= 500 ? 'internal' : 'invalid_input'
}
