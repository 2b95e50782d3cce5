/** By error class first, then by gRPC code. */
import { ErrorType, isCommandError } from '@eventstore/db-client'

export type Verdict =
  /** Nothing was written. */
  | 'conflict'
  /** A retry would be refused too. */
  | 'refused'
  /** Nothing was sent. */
  | 'not-sent'
  /** It may have been written. */
  | 'unknown'

const BY_TYPE: Partial<Record<ErrorType, Verdict>> = {
  [ErrorType.WRONG_EXPECTED_VERSION]: 'conflict',
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'refused',
  [ErrorType.STREAM_DELETED]: 'refused',
  [ErrorType.ACCESS_DENIED]: 'refused',
  [ErrorType.INVALID_ARGUMENT]: 'refused',
  [ErrorType.MISSING_REQUIRED_METADATA_PROPERTY]: 'refused',
  [ErrorType.UNSUPPORTED]: 'refused',
}

const UNKNOWN = 2
const INVALID_ARGUMENT = 3
const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16
const REFUSING_CODES = new Set([INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED])

export function classifyAppendError(error: unknown): Verdict {
  if (!(error instanceof Error)) return 'unknown'
  const code = codeOf(error)
  if (isCommandError(error))
    return BY_TYPE[error.type] ?? (code !== undefined && REFUSING_CODES.has(code) ? 'refused' : 'unknown')
  // Raw gRPC errors come from the features look-up, "Failed to discover" from finding the leader; both precede the
  // append.
  if (code !== undefined) return REFUSING_CODES.has(code) ? 'refused' : 'not-sent'
  return error.message.startsWith('Failed to discover') ? 'not-sent' : 'unknown'
}

/** True unless clearly refused. */
export function isReadRetryable(error: unknown): boolean {
  if (isNoEventThere(error)) return false
  const verdict = classifyAppendError(error)
  return verdict === 'not-sent' || verdict === 'unknown'
}

/** The refusal of real servers (24.10; 23.10) for a position in `$all` without an event. */
const READ_ALL_REFUSED = /Unexpected ReadAllResult: (InvalidPosition|Error)\b/

export function isNoEventThere(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === UNKNOWN) return READ_ALL_REFUSED.test(error.message)
  return code === INVALID_ARGUMENT || (isCommandError(error) && error.type === ErrorType.INVALID_ARGUMENT)
}

export function codeOf(error: Error): number | undefined {
  return 'code' in error && typeof error.code === 'number' ? error.code : undefined
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error)
}
