import { ERRORS, type ErrorBody, type ErrorCode } from '#contracts/calls/errors.ts'

type Details = Partial<Omit<ErrorBody, 'code' | 'requestId'>> & {
  /** With 429: whole seconds until a try may succeed, at least 1; told in the `retry-after` header, and not in the body. */
  retryAfterSeconds?: number
}

/** Thrown by routes and hooks; plugins/errors.ts turns it into the specified answer. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** `message`: the specified text of the field at fault, where the code's own is too general. */
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

/** A form that the schema let through and that is wrong all the same: 400 with the text at its field. */
export function invalidField(path: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, issues: [{ path, message }] })
}
