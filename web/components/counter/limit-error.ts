import { ApiError } from '#web/lib/api/api-error.ts'

/** R212: the month's transactions are used up, by flag, code or message. */
export function isLimitError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return (
    error.limitExceeded ||
    error.code === 'transaction_limit_exceeded' ||
    /(Monthly t|T)ransaction limit exceeded/.test(error.message)
  )
}
