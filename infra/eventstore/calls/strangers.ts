/**
 * Who may call, where a secret is set. Every user of the machine reaches the port, and whoever appends awards points: a client has to show the secret that
 * came with the address. As the name of its connection, since without TLS the official client sends no credentials, and that name with every call to a stream.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Metadata, type UntypedServiceImplementation, status } from '@grpc/grpc-js'
import { type CallError, callError } from './errors.ts'

/** A call of any kind: those that answer once are given a callback. */
type Handler = (
  call: { metadata: Metadata; emit(event: 'error', error: CallError): boolean },
  callback?: (error: CallError) => void,
) => void

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The same calls, refused to whoever does not know the secret. */
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
