import type { ErrorCode } from '#contracts/calls/errors.ts'

/** A value, not an exception, because a refusal is an ordinary result. */
export type Refusal = { refused: ErrorCode }

export function refuse(code: ErrorCode): Refusal {
  return { refused: code }
}
