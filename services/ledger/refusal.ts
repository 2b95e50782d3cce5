import type { ErrorCode } from '#contracts/calls/errors.ts'

/** Why a command was not carried out. A value, not an exception: refusing is an ordinary answer of a decider. */
export type Refusal = { refused: ErrorCode }

export function refuse(code: ErrorCode): Refusal {
  return { refused: code }
}
