import { ERRORS, type ErrorBody, type ErrorCode } from '#contracts/calls/errors.ts'

type Details = Partial<Omit<ErrorBody, 'code' | 'requestId'>> & {
  /** For 429: whole seconds until a retry may succeed, at least 1. Sent in the `retry-after` header only. */
  retryAfterSeconds?: number
}

/** The error that routes and hooks throw; plugins/errors.ts turns it into the specified response. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** `message`: the specified text for the invalid field, used if the code's own text is too general. */
  readonly details: Omit<Details, 'retryAfterSeconds'>
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, { retryAfterSeconds, ...details }: Details = {}) {
    super(details.message ?? ERRORS[code][1])
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return ERRORS[this.code][0]
  }
}

/** 400 for a form that passes the schema but is still invalid, with the message at its field. */
export function invalidField(path: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, issues: [{ path, message }] })
}
