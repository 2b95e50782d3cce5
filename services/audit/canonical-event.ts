/**
 * Canonical text of an event, whose hash is its leaf (PROOF-FORMAT.md). Secrets are sealed, so that it can be shown.
 */
import { createHmac } from 'node:crypto'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { sha256, toHex, utf8 } from '#contracts/verify/sha256.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

export type PublicEvent = {
  id: string
  stream: string
  revision: number
  position: string
  type: string
  data: Record<string, unknown>
  metadata: Record<string, unknown>
  storedAt: string
}

export async function readSeal(db: Queryable): Promise<Buffer> {
  const { rows } = await db.query<{ secret: Buffer }>('SELECT secret FROM ledger_seal')
  const secret = rows[0]?.secret
  if (!secret) throw new Error("The ledger's seal secret is missing")
  return secret
}

/** H13: replaces a redemption code, a bearer secret, by a hash with an unguessable salt. */
export function publicEvent(event: LogEvent, seal: Buffer): PublicEvent {
  const { code, ...rest } = event.data as Record<string, unknown>
  const data = typeof code === 'string' ? { ...rest, codeSeal: sealOf(code, event.id, seal) } : rest
  return {
    id: event.id,
    stream: event.stream,
    revision: event.revision,
    position: String(event.position),
    type: event.type,
    data,
    metadata: sealedPlace(event, seal),
    storedAt: event.storedAt.toISOString(),
  }
}

export function canonicalEvent(event: LogEvent, seal: Buffer): string {
  return canonicalText(publicEvent(event, seal))
}

/** Who acted at which till is the business's own matter, and statements with this event go to its buyers. */
function sealedPlace({ id, metadata }: LogEvent, seal: Buffer): Record<string, unknown> {
  const { staffId, tillId, branchId, ...rest } = metadata as Record<string, unknown>
  if (staffId === undefined && tillId === undefined && branchId === undefined) return rest
  return { ...rest, placeSeal: sealOf(canonicalText({ staffId, tillId, branchId }), `${id}:place`, seal) }
}

function sealOf(secret: string, name: string, seal: Buffer): string {
  const salt = createHmac('sha256', seal).update(name).digest('hex')
  return toHex(sha256(utf8(`${salt}:${secret}`)))
}
