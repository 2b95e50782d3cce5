import { ERRORS, type ErrorBody, type ErrorCode } from '#contracts/calls/errors.ts'

type Details = Partial<Omit<ErrorBody, 'code' | 'requestId'>> & {
  /** Whole seconds until a retry may succeed, at least 1; only in the `retry-after` header. */
  retryAfterSeconds?: number
}

/** Thrown by routes and hooks; plugins/errors.ts answers. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** `message`: the field's specified text. */
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

/** 400 with the message at its field. */
export function invalidField(path: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, issues: [{ path, message }] })
}
