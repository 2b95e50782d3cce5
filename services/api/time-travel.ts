/** A business as of a time, in the shapes and order of the live calls. */
import type { AccountThen, AsOf, DashboardThen } from '#contracts/calls/staff/time-travel.ts'
import type { BusinessBuyer } from '#contracts/calls/business.ts'
import { maskCode } from '#contracts/units/codes.ts'
import { BEFORE_ALL } from '#contracts/units/numbers.ts'
import { decimalString, pointsNumber } from '#contracts/units/points.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { perksAsOf } from '#businesses/perks/perks-as-of.ts'
import { lastEventAt, latestFacts } from '#projections/business-history/queries.ts'
import { placedMoment } from '#projections/daily-book/queries.ts'
import { lastBalancesThen } from '#projections/movements/accounts-as-of.ts'
import { balanceThen, balancesThen, lastMovementsThen, totalsThen } from '#projections/movements/as-of.ts'
import type { Movement } from '#projections/movements/queries.ts'
import { redemptionCountsThen, redemptionsThen, type RedemptionThen } from '#projections/redemptions/as-of.ts'
import type { Deps } from './deps.ts'

const NEWEST = 50

export type Then = { position: string; asOf: AsOf; moment: Date }

/**
 * The log position of a query; default: now. Future times mean now, because otherwise present figures would carry a
 * future date.
 */
export async function resolveMoment(
  deps: Deps,
  businessId: number,
  { at, position }: { at?: string | undefined; position?: string | undefined },
): Promise<Then> {
  const asked = at === undefined ? undefined : new Date(at)
  const byMoment =
    asked === undefined || position !== undefined ? undefined : await placedMoment(deps.pool, asked, businessId)
  const found = await lastEventAt(deps.pool, businessId, { at: byMoment, position })
  const [now, placed] = [deps.now(), position === undefined ? undefined : found?.storedAt]
  const wanted = asked ?? placed ?? now
  const moment = wanted > now ? now : wanted
  // Any position is valid, even if not of this business's events.
  return {
    position: found?.position ?? BEFORE_ALL,
    asOf: { position: found?.position ?? null, at: moment.toISOString() },
    moment,
  }
}

/** `moment` decides the month. */
async function statsThen(deps: Deps, businessId: number, { position, moment }: Then) {
  const [all, { openAccounts }] = await Promise.all([
    totalsThen(deps.pool, businessId, position, yerevanMonth(moment)),
    lastBalancesThen(deps.pool, position, { businessId }),
  ])
  return {
    stats: {
      totalBuyers: openAccounts,
      totalPointsIssued: pointsNumber(all.issuedTenths),
      monthlyPoints: pointsNumber(all.month.tenths),
    },
    currentTransactionCount: all.month.awards,
    outstandingTenths: all.outstandingTenths,
  }
}

/** In the live call's plain order. */
export async function buyersThen(
  deps: Deps,
  businessId: number,
  { position }: Then,
  { limit, after = 0 }: { limit: number; after?: number | undefined },
): Promise<BusinessBuyer[]> {
  const rows = await balancesThen(deps.pool, businessId, position, { limit, afterBuyerId: after })
  const codes = await buyerCodes(
    deps.pool,
    rows.map((row) => row.buyerId),
  )
  return rows.map((row) => ({
    id: row.buyerId,
    points: decimalString(row.balanceTenths),
    buyer: { buyerId: codes.get(row.buyerId) ?? '' },
  }))
}

export async function perksThen(
  deps: Deps,
  businessId: number,
  then: Pick<Then, 'position' | 'moment'>,
): Promise<DashboardThen['perks']> {
  const perks = await perksAsOf(deps.pool, businessId, then)
  return perks.map(({ id, name, description, costTenths }) => ({
    id,
    name,
    description,
    pointsRequired: decimalString(costTenths),
  }))
}

export async function dashboardThen(deps: Deps, businessId: number, then: Then): Promise<DashboardThen> {
  const { position } = then
  const [figures, counts, buyers, perks, redemptions, movements, power] = await Promise.all([
    statsThen(deps, businessId, then),
    redemptionCountsThen(deps.pool, businessId, position),
    buyersThen(deps, businessId, then, { limit: 200 }),
    perksThen(deps, businessId, then),
    redemptionsThen(deps.pool, { businessId, position, limit: NEWEST }),
    lastMovementsThen(deps.pool, { businessId, position, limit: NEWEST }),
    powerThen(deps, businessId, position),
  ])
  const codes = await codesOf(deps, redemptions, movements)
  return {
    asOf: then.asOf,
    stats: figures.stats,
    currentTransactionCount: figures.currentTransactionCount,
    ...power,
    outstandingPoints: decimalString(figures.outstandingTenths),
    redemptionCounts: counts,
    buyers,
    perks,
    redemptions: redemptions.map((redemption) => shownRedemption(redemption, codes)),
    movements: movements.map((movement) => shownMovement(movement, codes)),
  }
}

export async function accountThen(deps: Deps, businessId: number, buyerId: number, then: Then): Promise<AccountThen> {
  const { position } = then
  const [balanceTenths, redemptions, movements] = await Promise.all([
    balanceThen(deps.pool, businessId, buyerId, position),
    redemptionsThen(deps.pool, { businessId, buyerId, position, limit: NEWEST }),
    lastMovementsThen(deps.pool, { businessId, buyerId, position, limit: 200 }),
  ])
  const codes = await buyerCodes(deps.pool, [buyerId])
  return {
    asOf: then.asOf,
    buyer: { id: buyerId, buyerId: codes.get(buyerId) ?? '' },
    points: balanceTenths === undefined ? null : decimalString(balanceTenths),
    movements: movements.map((movement) => shownMovement(movement, codes)),
    redemptions: redemptions.map((redemption) => shownRedemption(redemption, codes)),
  }
}

const STATUS_AFTER: Record<string, string> = {
  BusinessRegistered: 'pending',
  BusinessApproved: 'active',
  BusinessRejected: 'rejected',
  BusinessSuspended: 'suspended',
  TrialExpired: 'trial_expired',
  PlanLapsed: 'trial_expired',
  BusinessClosed: 'closed',
  // Only if it reactivates; other payments keep the status.
  PlanChanged: 'active',
}

/** By the business's own events; null without any. */
export async function powerThen(
  deps: Deps,
  businessId: number,
  position: string,
): Promise<{ subscriptionPlan: string | null; status: string | null }> {
  const [plan, status] = await Promise.all([
    latestFacts(deps.pool, businessId, ['BusinessRegistered', 'BusinessApproved', 'PlanChanged'], position),
    latestFacts(
      deps.pool,
      businessId,
      [...(Object.keys(STATUS_AFTER) as 'BusinessClosed'[]), 'BusinessReinstated'],
      position,
      { reactivating: true },
    ),
  ])
  return {
    subscriptionPlan: plan ? String(plan.facts['toPlan'] ?? plan.facts['plan']) : null,
    status: !status
      ? null
      : status.type === 'BusinessReinstated'
        ? String(status.facts['to'])
        : (STATUS_AFTER[status.type] ?? null),
  }
}

async function codesOf(
  deps: Deps,
  ...lists: readonly (readonly { buyerId: number }[])[]
): Promise<Map<number, string>> {
  return buyerCodes(deps.pool, [...new Set(lists.flat().map(({ buyerId }) => buyerId))])
}

function shownRedemption(row: RedemptionThen, codes: Map<number, string>) {
  return {
    redemptionId: row.redemptionId,
    buyer: { id: row.buyerId, buyerId: codes.get(row.buyerId) ?? '' },
    code: maskCode(row.code),
    perkId: row.perkId,
    perkName: row.perkName,
    points: decimalString(row.costTenths),
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.usedAt?.toISOString() ?? null,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
  }
}

function shownMovement(row: Movement, codes: Map<number, string>) {
  return {
    position: row.position,
    eventId: row.eventId,
    type: row.type,
    buyer: { id: row.buyerId, buyerId: codes.get(row.buyerId) ?? '' },
    points: decimalString(row.deltaTenths),
    balance: decimalString(row.balanceTenths),
    amountSpent: row.amountAmd,
    receipt: row.receipt,
    perkName: row.perkName,
    reason: row.reason,
    missing: row.missingTenths === null ? null : decimalString(row.missingTenths),
    awardId: row.awardId,
    redemptionId: row.redemptionId,
    actor: { id: row.actorId, role: row.actorRole },
    onBehalf: row.onBehalfOf !== null,
    happenedAt: row.happenedAt.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
  }
}
