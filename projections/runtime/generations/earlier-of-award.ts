/**
 * SQL: the newest movement about the act's award before it, of one of the quoted `types`. Found backwards in the
 * account, because few movements lie between an award and its change.
 */
export const earlierOfAward = (schema: string, columns: string, types: string): string => `
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM ${schema}.movements AS line
    WHERE line.business_id = act.business_id AND line.buyer_id = act.buyer_id AND line.position < act.position
      AND line.award_id = act.award_id AND line.type IN (${types})
    ORDER BY line.position DESC LIMIT 1
  )`
