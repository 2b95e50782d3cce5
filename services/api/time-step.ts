/** One step through a business's history: the event, every figure that it moved, and why (what stands in it). */
import type { HistoryMarker, Step } from '#contracts/time-travel.ts'
import { maskCode } from '#contracts/codes.ts'
import { decimalString } from '#contracts/points.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { factsAt, type HistoryRow } from '#projections/business-history/queries.ts'
import { balanceThen, movementAt } from '#projections/movements/as-of.ts'
import { redemptionById } from '#projections/redemptions/queries.ts'
import { redemptionCountsThen } from '#projections/redemptions/as-of.ts'
import type { Deps } from './deps.ts'
import { perksThen, powerThen, statsThen } from './time-travel.ts'

export function markerOf(row: HistoryRow, codes: Map<number, string>): HistoryMarker {
  return {
    position: row.position,
    type: row.type,
    at: row.storedAt.toISOString(),
    buyer: row.buyerId === null ? null : { id: row.buyerId, buyerId: codes.get(row.buyerId) ?? '' },
    points: row.deltaTenths === null ? null : decimalString(row.deltaTenths),
    actor: { id: row.actorId, role: row.actorRole },
    onBehalf: row.onBehalfOf !== null,
  }
}

export async function stepOver(deps: Deps, businessId: number, row: HistoryRow): Promise<Step> {
  const before = String(BigInt(row.position) - 1n)
  const [was, is, why, codes] = await Promise.all([
    figuresAt(deps, businessId, before, row),
    figuresAt(deps, businessId, row.position, row),
    whyOf(deps, businessId, row),
    buyerCodes(deps.pool, row.buyerId === null ? [] : [row.buyerId]),
  ])
  const figures = Object.keys(is) as (keyof typeof is)[]
  const changes = figures.filter((figure) => was[figure] !== is[figure]).map((figure) => ({ figure, before: was[figure], after: is[figure] }))
  return { event: markerOf(row, codes), changes, why }
}

type Figure = Step['changes'][number]['figure']

async function figuresAt(deps: Deps, businessId: number, position: string, row: HistoryRow): Promise<Record<Figure, string | null>> {
  const then = { position, asOf: { position, at: row.storedAt.toISOString() }, moment: row.storedAt }
  const [{ stats, currentTransactionCount, outstandingTenths }, counts, perks, power, balance] = await Promise.all([
    statsThen(deps, businessId, then),
    redemptionCountsThen(deps.pool, businessId, position),
    perksThen(deps, businessId, then),
    powerThen(deps, businessId, position),
    row.buyerId === null ? undefined : balanceThen(deps.pool, businessId, row.buyerId, position),
  ])
  return {
    totalBuyers: String(stats.totalBuyers),
    totalPointsIssued: String(stats.totalPointsIssued),
    monthlyPoints: String(stats.monthlyPoints),
    currentTransactionCount: String(currentTransactionCount),
    outstandingPoints: decimalString(outstandingTenths),
    buyerPoints: balance === undefined ? null : decimalString(balance),
    pendingRedemptions: String(counts.pending),
    usedRedemptions: String(counts.used),
    cancelledRedemptions: String(counts.cancelled),
    perks: String(perks.length),
    ...power,
  }
}

async function whyOf(deps: Deps, businessId: number, row: HistoryRow): Promise<Step['why']> {
  const movement = await movementAt(deps.pool, businessId, row.position)
  const shared = { commandId: row.commandId, recordedAt: row.recordedAt.toISOString() }
  if (!movement) return { data: (await factsAt(deps.pool, businessId, row.position)) ?? {}, ...shared, happenedAt: null }
  const { awardId, redemptionId, amountAmd, rule, receipt, perkId, perkName, reason } = movement
  const redemption = redemptionId === null ? undefined : await redemptionById(deps.pool, redemptionId)
  const all = { awardId, redemptionId, amountAmd, rule, receipt, perkId, perkName, reason, code: redemption ? maskCode(redemption.code) : null }
  return {
    data: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)),
    ...shared,
    happenedAt: movement.happenedAt.toISOString(),
  }
}
