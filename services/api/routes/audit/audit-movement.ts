/** Movements for auditors: ids and codes, no names (H33), no redemption codes (H13). */
import type { AuditFilter, AuditMovement } from '#contracts/calls/staff/audit.ts'
import { BEFORE_ALL, BIGINT_MAX } from '#contracts/units/numbers.ts'
import { decimalString } from '#contracts/units/points.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { placeBehind, placedMoment } from '#projections/daily-book/queries.ts'
import type { Movement } from '#projections/movements/queries.ts'
import { lastMovementAt, type MovementFilter } from '#projections/movements/trace.ts'
import type { Deps } from '../../deps.ts'

/** Undefined for an unknown buyer code, which matches nothing. */
export async function filterOf(
  deps: Deps,
  { buyerCode, buyer, ...rest }: AuditFilter,
): Promise<MovementFilter | undefined> {
  const places = await placesOf(deps, rest)
  if (buyerCode === undefined) return { ...rest, places, buyer }
  const named = await deps.users.accountIdByCode(buyerCode)
  if (named === undefined || (buyer !== undefined && buyer !== named)) return undefined
  return { ...rest, places, buyer: named }
}

/**
 * The store's clock never goes back by a day: whatever precedes the last movement stored a day before `from` is older.
 */
async function placesOf({ pool }: Deps, { from, to }: AuditFilter): Promise<MovementFilter['places']> {
  if (from === undefined && to === undefined) return undefined
  const dayBefore = from === undefined ? undefined : new Date(Date.parse(from) - DAY_MS)
  const last = dayBefore && (await lastMovementAt(pool, { at: await placedMoment(pool, dayBefore) }))
  return {
    after: last?.position ?? BEFORE_ALL,
    before: to === undefined ? BIGINT_MAX : await placeBehind(pool, new Date(to)),
  }
}

export function shownMovement(row: Movement, codes: Map<number, string>): AuditMovement {
  return {
    position: row.position,
    eventId: row.eventId,
    revision: row.revision,
    type: row.type,
    businessId: row.businessId,
    buyer: { id: row.buyerId, buyerId: codes.get(row.buyerId) ?? '' },
    points: decimalString(row.deltaTenths),
    balance: decimalString(row.balanceTenths),
    amountAmd: row.amountAmd,
    rule: row.rule,
    receipt: row.receipt,
    perkName: row.perkName,
    reason: row.reason,
    missing: row.missingTenths === null ? null : decimalString(row.missingTenths),
    awardId: row.awardId,
    redemptionId: row.redemptionId,
    commandId: row.commandId,
    actor: { id: row.actorId, role: row.actorRole },
    onBehalfOf: row.onBehalfOf,
    happenedAt: row.happenedAt.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
    storedAt: row.storedAt.toISOString(),
  }
}
