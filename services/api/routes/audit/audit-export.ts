import type { AuditMovement } from '#contracts/calls/staff/audit.ts'
import { BEFORE_ALL } from '#contracts/units/numbers.ts'
import type { SignedHead } from '#contracts/calls/proofs.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { publicEvent } from '#audit/canonical-event.ts'
import { leafIndexesAt } from '#audit/heads.ts'
import type { SealedFile } from '#audit/sealed-file.ts'
import type { Movement } from '#projections/movements/queries.ts'
import { movementsBetween, type MovementFilter } from '#projections/movements/trace.ts'
import { shownMovement } from './audit-movement.ts'
import type { Deps } from '../../deps.ts'

const PAGE = 500
/** Parallel store reads per export. */
const EVENTS_AT_ONCE = 16

/** Buyer and actor fill two columns each. */
type Column = Exclude<keyof AuditMovement, 'buyer' | 'actor'> | 'buyerId' | 'buyerCode' | 'actorId' | 'actorRole'

/** In order; the same data as the JSON lines. */
const COLUMNS = {
  position: (line) => line.position,
  eventId: (line) => line.eventId,
  revision: (line) => line.revision,
  type: (line) => line.type,
  businessId: (line) => line.businessId,
  buyerId: (line) => line.buyer.id,
  buyerCode: (line) => line.buyer.buyerId,
  points: (line) => line.points,
  balance: (line) => line.balance,
  amountAmd: (line) => line.amountAmd,
  rule: (line) => line.rule,
  receipt: (line) => line.receipt,
  perkName: (line) => line.perkName,
  reason: (line) => line.reason,
  awardId: (line) => line.awardId,
  redemptionId: (line) => line.redemptionId,
  commandId: (line) => line.commandId,
  actorId: (line) => line.actor.id,
  actorRole: (line) => line.actor.role,
  onBehalfOf: (line) => line.onBehalfOf,
  happenedAt: (line) => line.happenedAt,
  recordedAt: (line) => line.recordedAt,
  storedAt: (line) => line.storedAt,
  missing: (line) => line.missing,
} satisfies Record<Column, (line: AuditMovement) => string | number | null>

type Sources = Pick<Deps, 'pool' | 'eventAt' | 'merkle' | 'seal'>

type Export = {
  file: SealedFile
  filter: MovementFilter | undefined
  until: string
  format: 'csv' | 'jsonl'
  proven: SignedHead | undefined
  goOn: () => Promise<void>
}

/** Keeps one page in memory. `goOn` is called before each further page and ends the file by throwing. */
export async function* exportLines(
  deps: Sources,
  { file, filter, until, format, proven, goOn }: Export,
): AsyncGenerator<string> {
  yield file.opening()
  if (format === 'csv') yield file.headings(Object.keys(COLUMNS))
  for (let after = BEFORE_ALL; filter;) {
    const page = await movementsBetween(deps.pool, filter, { after, until, limit: PAGE })
    const codes = await buyerCodes(deps.pool, [...new Set(page.map(({ buyerId }) => buyerId))])
    const parts = proven ? await provenEvents(deps, page, proven) : []
    yield page
      .map((row, index) => {
        const line = shownMovement(row, codes)
        return format === 'csv'
          ? file.csv(Object.values(COLUMNS).map((of) => of(line)))
          : file.json(parts[index] ?? { movement: line })
      })
      .join('')
    const last = page.at(-1)
    if (page.length < PAGE || !last) break
    await goOn()
    after = last.position
  }
  yield file.closing()
}

/**
 * Proofs in page order. A few store reads run in parallel; tree paths run in sequence, because neighbours share nodes.
 */
async function provenEvents(deps: Sources, page: readonly Movement[], head: SignedHead) {
  const [indexes, seal] = [
    await leafIndexesAt(
      deps.pool,
      page.map(({ position }) => position),
    ),
    await deps.seal(),
  ]
  const proven: object[] = []
  while (proven.length < page.length) {
    const some = page.slice(proven.length, proven.length + EVENTS_AT_ONCE)
    const events = await Promise.all(some.map(({ position }) => deps.eventAt(BigInt(position))))
    for (const [place, { position }] of some.entries()) {
      const [event, index] = [events[place], indexes.get(position)]
      if (!event || index === undefined) throw new Error(`The log has no event at position ${position}`)
      const path = await deps.merkle.inclusion(index, head.size)
      proven.push({ event: publicEvent(event, seal), proof: { index, path: path.map(toHex) } })
    }
  }
  return proven
}
