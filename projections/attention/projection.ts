/** Days of a business with acts at the counter. What a void or correction changes is read from the movements. */
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import { earlierOfAward } from '../runtime/generations/earlier-of-award.ts'
import { yerevanDayOf } from '../runtime/catch-up/yerevan-days.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'
import { amount, batchOf, integer, nullable, position, uuid, word } from '../runtime/generations/table.ts'
import { attentionTable } from './table.ts'

const { businessId, day } = attentionTable.columns
const acts = batchOf({
  businessId,
  buyerId: integer,
  day,
  position,
  type: word(),
  awardId: nullable(uuid),
  amountAmd: amount,
})
type Act = Parameters<typeof acts.values>[0][number]

const PLAIN = `
  SELECT act.business_id, act.day, act.position, CASE act.type WHEN 'PointsAwarded' THEN 1 ELSE 0 END AS purchases,
    act.amount_amd AS turnover_amd
  FROM act WHERE act.type NOT IN ('AwardVoided', 'AwardCorrected')`

const changedAwards = (schema: string) => `
  SELECT act.business_id, act.day, act.position, CASE act.type WHEN 'AwardVoided' THEN -1 ELSE 0 END,
    act.amount_amd - latest.amount_amd
  FROM act ${earlierOfAward(schema, 'line.amount_amd', `'PointsAwarded', 'AwardCorrected'`)} AS latest
  WHERE act.type IN ('AwardVoided', 'AwardCorrected')`

export const attention: AccountStatement = {
  ...attentionTable,

  statement(schema, events) {
    const counted = events.flatMap(actOf)
    if (counted.length === 0) return undefined
    // Most batches have no changes, and need no other row.
    const isPlain = counted.every(({ awardId }) => awardId === null)
    return {
      name: `${schema}.attention_days${isPlain ? '' : '_changes'}`,
      text: `
        WITH act AS (SELECT * FROM unnest(${acts.arrays()}) AS act (${acts.names})),
        part AS (${isPlain ? PLAIN : `${PLAIN} UNION ALL ${changedAwards(schema)}`})
        INSERT INTO ${schema}.attention_days AS known (${attentionTable.names})
        SELECT business_id, day, min(position), max(position), sum(purchases), sum(turnover_amd)
        FROM part GROUP BY business_id, day ORDER BY business_id, day
        ON CONFLICT (business_id, day) DO UPDATE SET
          last_position = excluded.last_position,
          purchases = known.purchases + excluded.purchases,
          turnover_amd = known.turnover_amd + excluded.turnover_amd`,
      values: acts.values(counted),
    }
  },
}

/** A void leaves nothing of the purchase, so its amount is 0. Only changes name their award. */
function actOf(event: AccountEvent): Act[] {
  switch (event.type) {
    case 'PointsAwarded':
      return [act(event, { amountAmd: event.data.amountAmd })]
    case 'AwardCorrected':
      return [act(event, { awardId: event.data.awardId, amountAmd: event.data.amountAmd })]
    case 'AwardVoided':
      return [act(event, { awardId: event.data.awardId })]
    case 'RedemptionUsed':
    case 'RedemptionReopened':
      return [act(event)]
    case 'PerkRedeemed':
    case 'RedemptionCancelled':
    case 'PointsRefunded':
    case 'AccountClosed':
    case 'PointsMergedOut':
    case 'PointsMergedIn':
      return []
  }
}

function act(
  { businessId, buyerId, position, type, metadata }: AccountEvent,
  about: Partial<Pick<Act, 'awardId' | 'amountAmd'>> = {},
): Act {
  return {
    businessId,
    buyerId,
    day: yerevanDayOf(metadata.recordedAt),
    position,
    type,
    awardId: null,
    amountAmd: 0,
    ...about,
  }
}
