/**
 * Access control by a shared secret, because local users reach the port and appending awards points. The secret is sent
 * as the connection name: the official client sends no credentials without TLS.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Metadata, type UntypedServiceImplementation, status } from '@grpc/grpc-js'
import { type CallError, callError } from './errors.ts'

/** Unary calls have a callback. */
type Handler = (
  call: { metadata: Metadata; emit(event: 'error', error: CallError): boolean },
  callback?: (error: CallError) => void,
) => void

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Refuses calls without the secret. */
export function closedToStrangers(
  calls: UntypedServiceImplementation,
  secret: string | undefined,
): UntypedServiceImplementation {
  if (secret === undefined) return calls
  const wanted = digest(secret)
  const isKnown = (metadata: Metadata): boolean =>
    timingSafeEqual(digest(String(metadata.get('connection-name')[0] ?? '')), wanted)
  const guarded =
    (handle: Handler): Handler =>
    (call, callback) => {
      if (isKnown(call.metadata)) return handle(call, callback)
      const refused = callError(status.UNAUTHENTICATED, 'Not Authenticated')
      if (callback) callback(refused)
      else call.emit('error', refused)
    }
  return Object.fromEntries(
    Object.entries(calls).map(([name, handle]) => [name, guarded(handle as Handler)]),
  ) as UntypedServiceImplementation
}
