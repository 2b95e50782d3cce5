/**
 * One movement per event that moves points. Account balances already include the whole batch, so a movement's balance
 * is that minus the batch's later movements.
 */
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'
import { amount, batchOf } from '../runtime/generations/table.ts'
import { movementsTable } from './table.ts'

const { balanceTenths: _ofTheAccount, ...given } = movementsTable.columns
const insertion = batchOf(given)
const lines = batchOf({ ...given, laterTenths: amount })

/** `laterTenths`: by how much the account changes later in the batch. */
type Line = Parameters<typeof lines.values>[0][number]

/** Details of the event at that time (R232). */
type Subject = Pick<
  Line,
  'awardId' | 'redemptionId' | 'amountAmd' | 'rule' | 'receipt' | 'perkId' | 'perkName' | 'reason' | 'missingTenths'
>

const NO_SUBJECT: Subject = {
  awardId: null,
  redemptionId: null,
  amountAmd: null,
  rule: null,
  receipt: null,
  perkId: null,
  perkName: null,
  reason: null,
  missingTenths: null,
}

export const movements: AccountStatement = {
  ...movementsTable,

  statement(schema, events) {
    const moving = events.flatMap((event) => {
      const delta = deltaTenths(event)
      return delta === undefined ? [] : [{ event, delta }]
    })
    if (moving.length === 0) return undefined
    const later = laterTenths(moving)
    return {
      name: `${schema}.movements`,
      text: `
        INSERT INTO ${schema}.movements (${insertion.names}, balance_tenths)
        SELECT ${insertion.names},
          (SELECT account.balance_tenths FROM ${schema}.account_balances AS account
            WHERE account.business_id = line.business_id AND account.buyer_id = line.buyer_id) - later_tenths
        FROM unnest(${lines.arrays()}) AS line (${lines.names})`,
      values: lines.values(moving.map(({ event, delta }, index) => lineOf(event, delta, later[index]!))),
    }
  },
}

function lineOf(event: AccountEvent, deltaTenths: number, laterTenths: number): Line {
  const { businessId, buyerId, position, revision, id, type, metadata, storedAt } = event
  return {
    businessId,
    buyerId,
    position,
    revision,
    eventId: id,
    type,
    deltaTenths,
    laterTenths,
    ...subjectOf(event),
    commandId: metadata.commandId,
    actorId: metadata.actor.userId,
    actorRole: metadata.actor.role,
    onBehalfOf: metadata.onBehalfOf ?? null,
    staffId: metadata.staffId ?? null,
    tillId: metadata.tillId ?? null,
    branchId: metadata.branchId ?? null,
    happenedAt: metadata.happenedAt ?? metadata.recordedAt,
    recordedAt: metadata.recordedAt,
    storedAt,
  }
}

/** For each movement, the tenths by which its account changes later in the batch. */
function laterTenths(moving: readonly { event: AccountEvent; delta: number }[]): number[] {
  const later = new Map<string, number>()
  for (const { event, delta } of moving) later.set(event.stream, (later.get(event.stream) ?? 0) + delta)
  return moving.map(({ event, delta }) => {
    const left = later.get(event.stream)! - delta
    later.set(event.stream, left)
    return left
  })
}

function subjectOf(event: AccountEvent): Subject {
  switch (event.type) {
    case 'PointsAwarded': {
      const { awardId, amountAmd, rule, receipt = null } = event.data
      return { ...NO_SUBJECT, awardId, amountAmd, rule, receipt }
    }
    case 'PerkRedeemed': {
      // Not the code: it is a bearer secret, stored with redemptions only (H13).
      const { redemptionId, perkId, perkName } = event.data
      return { ...NO_SUBJECT, redemptionId, perkId, perkName }
    }
    case 'PointsRefunded':
      return { ...NO_SUBJECT, redemptionId: event.data.redemptionId }
    case 'AwardVoided':
      return { ...NO_SUBJECT, awardId: event.data.awardId, reason: event.data.reason }
    case 'AwardCorrected': {
      const { awardId, amountAmd, rule, reason, missingTenths } = event.data
      return { ...NO_SUBJECT, awardId, amountAmd, rule, reason, missingTenths }
    }
    case 'AccountClosed':
    case 'PointsMergedOut':
    case 'PointsMergedIn':
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
    case 'RedemptionReopened':
      return NO_SUBJECT
  }
}
