/**
 * A day's business per buyer, hour and place. What a void, correction or undone use takes back is read from the rows
 * of the movements, redemptions and history, which are written before these.
 */
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import { earlierOfAward } from '../runtime/generations/earlier-of-award.ts'
import { yerevanDayOf, yerevanHourOf } from '../runtime/catch-up/yerevan-days.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'
import { amount, batchOf, nullable, position, uuid, word } from '../runtime/generations/table.ts'
import { NO_PERK, NOWHERE, reportTable } from './table.ts'

const { businessId, buyerId, day, hour, staffId, tillId, branchId } = reportTable.columns
const acts = batchOf({
  businessId,
  buyerId,
  day,
  hour,
  staffId,
  tillId,
  branchId,
  position,
  type: word(),
  awardId: nullable(uuid),
  redemptionId: nullable(uuid),
  amountAmd: amount,
  deltaTenths: amount,
})
type Act = Parameters<typeof acts.values>[0][number]

const KEY = 'business_id, buyer_id, day, made_on, hour, staff_id, till_id, branch_id, perk_id'
const ACT = 'act.business_id, act.buyer_id, act.day'
const PLACE = ['staff_id', 'till_id', 'branch_id'] as const

const AWARDED = `
  SELECT ${ACT}, act.day AS made_on, act.hour, act.staff_id, act.till_id, act.branch_id, ${NO_PERK} AS perk_id,
    1 AS purchases, act.amount_amd AS turnover_amd, act.delta_tenths AS given_tenths, 0 AS perks, 0::bigint AS used_tenths
  FROM act WHERE act.type = 'PointsAwarded'`

/** Day, hour and place of the row `line` of another read model. */
const made = (line: string) => `
  (${line}.recorded_at AT TIME ZONE 'Asia/Yerevan')::date, extract(hour FROM ${line}.recorded_at AT TIME ZONE 'Asia/Yerevan')::int,
  ${PLACE.map((column) => `coalesce(${line}.${column}, '${NOWHERE}')`).join(', ')}`

const changedAwards = (schema: string) => `
  SELECT ${ACT}, ${made('award')}, ${NO_PERK}, CASE act.type WHEN 'AwardVoided' THEN -1 ELSE 0 END,
    act.amount_amd - latest.amount_amd, act.delta_tenths, 0, 0::bigint
  FROM act
  ${earlierOfAward(schema, `line.recorded_at, ${PLACE.map((column) => `line.${column}`).join(', ')}`, `'PointsAwarded'`)} AS award
  ${earlierOfAward(schema, 'line.amount_amd', `'PointsAwarded', 'AwardCorrected'`)} AS latest
  WHERE act.type IN ('AwardVoided', 'AwardCorrected')`

const uses = (schema: string) => `
  SELECT ${ACT}, act.day, act.hour, act.staff_id, act.till_id, act.branch_id, redemption.perk_id,
    0, 0::bigint, 0::bigint, 1, redemption.cost_tenths
  FROM act JOIN ${schema}.redemptions AS redemption ON redemption.redemption_id = act.redemption_id
  WHERE act.type = 'RedemptionUsed'`

const undoneUses = (schema: string) => `
  SELECT ${ACT}, ${made('used')}, redemption.perk_id, 0, 0::bigint, 0::bigint, -1, -redemption.cost_tenths
  FROM act JOIN ${schema}.redemptions AS redemption ON redemption.redemption_id = act.redemption_id
  CROSS JOIN LATERAL (
    SELECT line.recorded_at, ${PLACE.map((column) => `line.${column}`).join(', ')} FROM ${schema}.business_history AS line
    WHERE line.redemption_id = act.redemption_id AND line.position < act.position AND line.type = 'RedemptionUsed'
    ORDER BY line.position DESC LIMIT 1
  ) AS used
  WHERE act.type = 'RedemptionReopened'`

export const dayReport: AccountStatement = {
  ...reportTable,

  statement(schema, events) {
    const counted = events.flatMap(actOf)
    if (counted.length === 0) return undefined
    // Most batches have awards only, which need no other row.
    const isPlain = counted.every(({ type }) => type === 'PointsAwarded')
    const parts = isPlain ? [AWARDED] : [AWARDED, changedAwards(schema), uses(schema), undoneUses(schema)]
    return {
      name: `${schema}.day_report${isPlain ? '' : '_changes'}`,
      text: `
        WITH act AS (SELECT * FROM unnest(${acts.arrays()}) AS act (${acts.names})),
        part AS (${parts.join(' UNION ALL ')})
        INSERT INTO ${schema}.day_report AS report (${reportTable.names})
        SELECT ${KEY}, sum(purchases), sum(turnover_amd), sum(given_tenths), sum(perks), sum(used_tenths)
        FROM part GROUP BY ${KEY} ORDER BY ${KEY}
        ON CONFLICT (${KEY}) DO UPDATE SET
          purchases = report.purchases + excluded.purchases,
          turnover_amd = report.turnover_amd + excluded.turnover_amd,
          given_tenths = report.given_tenths + excluded.given_tenths,
          perks = report.perks + excluded.perks,
          used_tenths = report.used_tenths + excluded.used_tenths`,
      values: acts.values(counted),
    }
  },
}

/** A void leaves nothing of the purchase, so its amount is 0. */
function actOf(event: AccountEvent): Act[] {
  switch (event.type) {
    case 'PointsAwarded':
    case 'AwardCorrected':
      return [act(event, { awardId: event.data.awardId, amountAmd: event.data.amountAmd })]
    case 'AwardVoided':
      return [act(event, { awardId: event.data.awardId })]
    case 'RedemptionUsed':
    case 'RedemptionReopened':
      return [act(event, { redemptionId: event.data.redemptionId })]
    case 'PerkRedeemed':
    case 'RedemptionCancelled':
    case 'PointsRefunded':
    case 'AccountClosed':
    case 'PointsMergedOut':
    case 'PointsMergedIn':
      return []
  }
}

function act(event: AccountEvent, about: Partial<Pick<Act, 'awardId' | 'redemptionId' | 'amountAmd'>>): Act {
  const { businessId, buyerId, position, type, metadata } = event
  return {
    businessId,
    buyerId,
    day: yerevanDayOf(metadata.recordedAt),
    hour: yerevanHourOf(metadata.recordedAt),
    staffId: metadata.staffId ?? NOWHERE,
    tillId: metadata.tillId ?? NOWHERE,
    branchId: metadata.branchId ?? NOWHERE,
    position,
    type,
    awardId: null,
    redemptionId: null,
    amountAmd: 0,
    deltaTenths: deltaTenths(event) ?? 0,
    ...about,
  }
}
