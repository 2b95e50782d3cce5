import { decimalString, leftoverAmd } from '#contracts/units/points.ts'
import type { OfAward } from '#contracts/calls/figures.ts'
import type { DoneBy, StatementLine, StatementSums } from '#contracts/calls/statement.ts'
import type { OfAward as OfAwardRow } from '#projections/movements/queries.ts'
import type { StatementMovement, StatementSums as Sums } from '#projections/movements/statement.ts'

/** An administrator is support, even when acting for the business. */
function doneBy({ actorRole, onBehalfOf }: StatementMovement): DoneBy {
  if (onBehalfOf !== null || actorRole === 'admin') return 'support'
  if (actorRole === 'buyer') return 'yourself'
  return actorRole === 'business' ? 'business' : 'system'
}

/** Null unless it is a void or a correction whose award is known. */
export function ofAward({ ofPosition, ofHappenedAt, ofAmountAmd }: OfAwardRow): OfAward | null {
  if (ofPosition === null || ofHappenedAt === null || ofAmountAmd === null) return null
  return { position: ofPosition, happenedAt: ofHappenedAt.toISOString(), amountAmd: ofAmountAmd }
}

/** With the balance before and after. */
export function statementLine(movement: StatementMovement): StatementLine {
  const { type, amountAmd } = movement
  const isAward = type === 'PointsAwarded' && amountAmd !== null
  return {
    position: movement.position,
    eventId: movement.eventId,
    type,
    happenedAt: movement.happenedAt.toISOString(),
    recordedAt: movement.recordedAt.toISOString(),
    doneBy: doneBy(movement),
    perkName: movement.perkName,
    amountAmd,
    receipt: movement.receipt,
    reason: movement.reason,
    missing: movement.missingTenths === null ? null : decimalString(movement.missingTenths),
    awardId: movement.awardId,
    redemptionId: movement.redemptionId,
    of: ofAward(movement),
    balanceBefore: decimalString(movement.beforeTenths),
    points: decimalString(movement.deltaTenths),
    balance: decimalString(movement.afterTenths),
    countedAmd: isAward ? amountAmd - leftoverAmd(amountAmd) : null,
    leftoverAmd: isAward ? leftoverAmd(amountAmd) : null,
  }
}

export function statementSumsView(sums: Sums): StatementSums {
  return {
    opening: decimalString(sums.openingTenths),
    awarded: decimalString(sums.awardedTenths),
    returned: decimalString(sums.returnedTenths),
    merged: decimalString(sums.mergedTenths),
    redeemed: decimalString(sums.redeemedTenths),
    voided: decimalString(sums.voidedTenths),
    forfeited: decimalString(sums.forfeitedTenths),
    closing: decimalString(sums.closingTenths),
    movements: sums.movements,
  }
}
