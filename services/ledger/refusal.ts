import type { ErrorCode } from '#contracts/calls/errors.ts'

/** The reason a command was not executed. A value rather than an exception, because a refusal is an ordinary result. */
export type Refusal = { refused: ErrorCode }

export function refuse(code: ErrorCode): Refusal {
  return { refused: code }
}
