/** One step through a business's history: the event and the figures that it changed. */
import { maskCode } from '#contracts/units/codes.ts'
import { decimalString, pointsNumber } from '#contracts/units/points.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { changeSchema, type HistoryMarker, type Step } from '#contracts/calls/staff/time-travel.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { factsAt, type HistoryRow } from '#projections/business-history/queries.ts'
import { lastBalancesThen } from '#projections/movements/accounts-as-of.ts'
import { balanceThen, movementAt, totalsThen } from '#projections/movements/as-of.ts'
import { endsAccount } from '#ledger/account/ends-account.ts'
import type { Movement } from '#projections/movements/queries.ts'
import { redemptionById } from '#projections/redemptions/queries.ts'
import { redemptionCountsThen } from '#projections/redemptions/as-of.ts'
import type { Deps } from '../../deps.ts'
import { perksThen, powerThen } from '../../time-travel.ts'

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
  const movement = await movementAt(deps.pool, businessId, row.position)
  const figures = await figuresAround(deps, businessId, row, movement)
  const changes = FIGURES.flatMap((figure) => {
    const [before, after] = figures[figure] ?? [null, null]
    return before === after ? [] : [{ figure, before, after }]
  })
  const codes = await buyerCodes(deps.pool, row.buyerId === null ? [] : [row.buyerId])
  return { event: markerOf(row, codes), changes, why: await whyOf(deps, businessId, row, movement) }
}

type Figure = Step['changes'][number]['figure']
type Figures = Partial<Record<Figure, [before: string | null, after: string | null]>>

/** Display order. */
const FIGURES: readonly Figure[] = changeSchema.shape.figure.options

/**
 * The figures that the event can change. Sums are queried once, after the event, and the value before is derived;
 * queries run one by one, to spare the counter's connections.
 */
async function figuresAround(
  deps: Deps,
  businessId: number,
  row: HistoryRow,
  movement: Movement | undefined,
): Promise<Figures> {
  if (movement) return { ...(await pointsAround(deps, movement)), ...(await redemptionsAround(deps, businessId, row)) }
  if (row.buyerId !== null) return redemptionsAround(deps, businessId, row)
  const at = async (position: string) => {
    const perks = await perksThen(deps, businessId, { position, moment: row.storedAt })
    return { perks: String(perks.length), ...(await powerThen(deps, businessId, position)) }
  }
  const [was, is] = [await at(placeBefore(row)), await at(row.position)]
  return {
    perks: [was.perks, is.perks],
    subscriptionPlan: [was.subscriptionPlan, is.subscriptionPlan],
    status: [was.status, is.status],
  }
}

const placeBefore = ({ position }: { position: string }) => String(BigInt(position) - 1n)

/** Types that change the points issued (H8). */
const ISSUES: readonly Movement['type'][] = ['PointsAwarded', 'AwardVoided', 'AwardCorrected']

async function pointsAround({ pool }: Deps, movement: Movement): Promise<Figures> {
  const { businessId, buyerId, position, revision, type, deltaTenths } = movement
  const month = yerevanMonth(movement.storedAt)
  const ofMonth = yerevanMonth(movement.recordedAt) === month
  const is = await totalsThen(pool, businessId, position, month)
  const issued = ISSUES.includes(type) ? deltaTenths : 0
  const awards = type === 'PointsAwarded' && ofMonth ? 1 : 0
  const points = async (at: string) => {
    const tenths = await balanceThen(pool, businessId, buyerId, at)
    return tenths === undefined ? null : decimalString(tenths)
  }
  const figures: Figures = {
    totalPointsIssued: [String(pointsNumber(is.issuedTenths - issued)), String(pointsNumber(is.issuedTenths))],
    monthlyPoints: [
      String(pointsNumber(is.month.tenths - (ofMonth ? issued : 0))),
      String(pointsNumber(is.month.tenths)),
    ],
    currentTransactionCount: [String(is.month.awards - awards), String(is.month.awards)],
    outstandingPoints: [decimalString(is.outstandingTenths - deltaTenths), decimalString(is.outstandingTenths)],
    buyerPoints: [await points(placeBefore(movement)), await points(position)],
  }
  const opened = (revision === 0 ? 1 : 0) - (endsAccount(type) ? 1 : 0)
  if (opened === 0) return figures
  const { openAccounts } = await lastBalancesThen(pool, position, { businessId })
  return { ...figures, totalBuyers: [String(openAccounts - opened), String(openAccounts)] }
}

/** Change of each state's count. */
const REDEMPTIONS_MOVED: Partial<Record<HistoryRow['type'], { pending: number; used: number; cancelled: number }>> = {
  PerkRedeemed: { pending: 1, used: 0, cancelled: 0 },
  RedemptionUsed: { pending: -1, used: 1, cancelled: 0 },
  RedemptionReopened: { pending: 1, used: -1, cancelled: 0 },
  RedemptionCancelled: { pending: -1, used: 0, cancelled: 1 },
}

async function redemptionsAround({ pool }: Deps, businessId: number, { type, position }: HistoryRow): Promise<Figures> {
  const moved = REDEMPTIONS_MOVED[type]
  if (!moved) return {}
  const is = await redemptionCountsThen(pool, businessId, position)
  const around = (state: keyof typeof moved): [string, string] => [String(is[state] - moved[state]), String(is[state])]
  return {
    pendingRedemptions: around('pending'),
    usedRedemptions: around('used'),
    cancelledRedemptions: around('cancelled'),
  }
}

async function whyOf(
  deps: Deps,
  businessId: number,
  row: HistoryRow,
  movement: Movement | undefined,
): Promise<Step['why']> {
  const shared = { commandId: row.commandId, recordedAt: row.recordedAt.toISOString() }
  if (!movement)
    return { data: (await factsAt(deps.pool, businessId, row.position)) ?? {}, ...shared, happenedAt: null }
  const { awardId, redemptionId, amountAmd, rule, receipt, perkId, perkName, reason, missingTenths } = movement
  const redemption = redemptionId === null ? undefined : await redemptionById(deps.pool, redemptionId)
  const all = {
    awardId,
    redemptionId,
    amountAmd,
    rule,
    receipt,
    perkId,
    perkName,
    reason,
    missingTenths: missingTenths === 0 ? null : missingTenths,
    code: redemption ? maskCode(redemption.code) : null,
  }
  return {
    data: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)),
    ...shared,
    happenedAt: movement.happenedAt.toISOString(),
  }
}
