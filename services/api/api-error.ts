import { ERRORS, type ErrorBody, type ErrorCode } from '#contracts/errors.ts'

/** `message`: the specified text of the field at fault, where the code's own is too general. */
type Details = Partial<Omit<ErrorBody, 'code' | 'requestId'>>

/** Thrown by routes and hooks; plugins/errors.ts turns it into the specified answer. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERRORS[code][1])
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code][0]
  }
}

/** A form that the schema let through and that is wrong all the same: 400 with the text at its field. */
export function invalidField(path: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, issues: [{ path, message }] })
}
