/**
 * Remarks on one day of a business ('YYYY-MM-DD' in Asia/Yerevan, by recording). Thresholds are applied here and not in
 * the projection, so that a changed one holds for the past, too. Times of day are those of the acts, also offline ones.
 */
import { USUAL_PURCHASES_MIN, type AttentionSettings } from '#contracts/calls/attention.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/** The last act's place: null away from a till, at a shop without staff, or before tills. */
type Acted = { at: Date; staffId: string | null; tillId: string | null }
type Thresholds = Omit<AttentionSettings, 'mail'>

export type LargeAward = Acted & {
  awardId: string
  buyerId: number
  amountAmd: number
  isCorrection: boolean
  isUndone: boolean
}
export type ManyAwards = Acted & { buyerId: number; from: Date; awards: number; amountAmd: number }
export type Undos = Acted & {
  voids: number
  corrections: number
  undoneUses: number
  /** Null without others. */
  othersMean: number | null
}
export type OutsideHours = Acted & { from: Date; acts: number }

/** Remarks read of each kind: a threshold that is too low must not make a page of thousands. */
export const REMARKS_MAX = 50

const WINDOW = `
  day AS (SELECT first_position, last_position FROM read.attention_days WHERE business_id = $1 AND day = $2::date)`
const ON_DAY = `
  line.business_id = $1 AND line.position BETWEEN day.first_position AND day.last_position
  AND (line.recorded_at AT TIME ZONE 'Asia/Yerevan')::date = $2::date`

/** Awards and their changes. Movements have no index on time, hence the positions. */
const MOVED = `
  moved AS (
    SELECT line.position, line.type, line.happened_at AS at, line.buyer_id, line.award_id, line.amount_amd,
      line.staff_id, line.till_id
    FROM day JOIN read.movements AS line ON ${ON_DAY}
    WHERE line.type IN ('PointsAwarded', 'AwardVoided', 'AwardCorrected')
  )`

/** With perks handed over and undone. */
const ACTS = `
  acts AS (
    SELECT position, type, at, staff_id, till_id FROM moved
    UNION ALL
    SELECT line.position, line.type, line.recorded_at, line.staff_id, line.till_id
    FROM day JOIN read.business_history AS line ON ${ON_DAY}
    WHERE line.type IN ('RedemptionUsed', 'RedemptionReopened')
  )`

const PLACE = 'staff_id AS "staffId", till_id AS "tillId"'

/** Purchases of the 30 days before; null if they are too few to say what is usual. */
export async function earlierPurchases(
  db: Queryable,
  businessId: number,
  day: string,
): Promise<{ purchases: number; turnoverAmd: number } | null> {
  const { rows } = await db.query<{ purchases: number; turnoverAmd: number }>({
    name: 'attention-usual',
    text: `
      SELECT coalesce(sum(purchases), 0) AS purchases, coalesce(sum(turnover_amd), 0)::int8 AS "turnoverAmd"
      FROM read.attention_days WHERE business_id = $1 AND day >= $2::date - 30 AND day < $2::date`,
    values: [businessId, day],
  })
  const earlier = rows[0]!
  // Voids of still older purchases may outweigh the rest.
  return earlier.purchases >= USUAL_PURCHASES_MIN && earlier.turnoverAmd > 0 ? earlier : null
}

/** Awards, and amounts that a correction raised, of at least `leastAmd`. */
export async function largeAwards(
  db: Queryable,
  businessId: number,
  day: string,
  leastAmd: number,
): Promise<LargeAward[]> {
  const { rows } = await db.query<LargeAward>({
    name: 'attention-large',
    text: `
      WITH ${WINDOW}, ${MOVED}
      SELECT at, ${PLACE}, award_id AS "awardId", buyer_id AS "buyerId", amount_amd AS "amountAmd",
        type = 'AwardCorrected' AS "isCorrection",
        EXISTS (
          SELECT FROM read.movements AS later
          WHERE later.business_id = $1 AND later.buyer_id = moved.buyer_id AND later.position > moved.position
            AND later.award_id = moved.award_id
        ) AS "isUndone"
      FROM moved WHERE type <> 'AwardVoided' AND amount_amd >= $3
      ORDER BY position DESC LIMIT ${REMARKS_MAX + 1}`,
    values: [businessId, day, leastAmd],
  })
  return rows
}

/** The fullest span of each buyer; of several, the last. */
export async function manyAwards(
  db: Queryable,
  businessId: number,
  day: string,
  { manyAwards: least, manyMinutes }: Pick<Thresholds, 'manyAwards' | 'manyMinutes'>,
): Promise<ManyAwards[]> {
  const { rows } = await db.query<ManyAwards>({
    name: 'attention-many',
    text: `
      WITH ${WINDOW}, ${MOVED},
      spans AS (
        SELECT moved.*, min(at) OVER span AS since, count(*) OVER span AS awards, sum(amount_amd) OVER span AS amount
        FROM moved WHERE type = 'PointsAwarded'
        WINDOW span AS (
          PARTITION BY buyer_id ORDER BY at RANGE BETWEEN make_interval(mins => $4) PRECEDING AND CURRENT ROW
        )
      ),
      fullest AS (
        SELECT DISTINCT ON (buyer_id) * FROM spans WHERE awards >= $3
        ORDER BY buyer_id, awards DESC, at DESC, position DESC
      )
      SELECT at, ${PLACE}, buyer_id AS "buyerId", since AS "from", awards, amount::int8 AS "amountAmd"
      FROM fullest ORDER BY at DESC, position DESC LIMIT ${REMARKS_MAX + 1}`,
    values: [businessId, day, least, manyMinutes],
  })
  return rows
}

/**
 * People with at least `least` voids, corrections and undone uses, and twice the mean of the others at work that day.
 * Acts without a person count as one person.
 */
export async function undosByPerson(db: Queryable, businessId: number, day: string, least: number): Promise<Undos[]> {
  const { rows } = await db.query<Undos>({
    name: 'attention-undos',
    text: `
      WITH ${WINDOW}, ${MOVED}, ${ACTS},
      people AS (
        SELECT staff_id, count(*) FILTER (WHERE type = 'AwardVoided') AS voids,
          count(*) FILTER (WHERE type = 'AwardCorrected') AS corrections,
          count(*) FILTER (WHERE type = 'RedemptionReopened') AS undone_uses,
          count(*) FILTER (WHERE type IN ('AwardVoided', 'AwardCorrected', 'RedemptionReopened')) AS undos,
          max(position) FILTER (WHERE type IN ('AwardVoided', 'AwardCorrected', 'RedemptionReopened')) AS last
        FROM acts GROUP BY staff_id
      ),
      compared AS (
        SELECT *, count(*) OVER () - 1 AS others, sum(undos) OVER () - undos AS others_undos FROM people
      )
      SELECT acts.at, acts.staff_id AS "staffId", acts.till_id AS "tillId", voids, corrections,
        undone_uses AS "undoneUses", (others_undos / nullif(others, 0))::float8 AS "othersMean"
      FROM compared JOIN acts ON acts.position = compared.last
      WHERE undos >= $3 AND undos * others >= 2 * others_undos
      ORDER BY acts.position DESC LIMIT ${REMARKS_MAX + 1}`,
    values: [businessId, day, least],
  })
  return rows
}

/** By person and till. Hours that end before they begin run past midnight. */
export async function actsOutside(
  db: Queryable,
  businessId: number,
  day: string,
  { opens, closes }: NonNullable<Thresholds['hours']>,
): Promise<OutsideHours[]> {
  const { rows } = await db.query<OutsideHours>({
    name: 'attention-outside',
    text: `
      WITH ${WINDOW}, ${MOVED}, ${ACTS},
      timed AS (SELECT acts.*, (at AT TIME ZONE 'Asia/Yerevan')::time AS clock FROM acts)
      SELECT max(at) AS at, ${PLACE}, min(at) AS "from", count(*) AS acts
      FROM timed
      WHERE CASE WHEN $3::time < $4::time THEN clock < $3::time OR clock >= $4::time
        ELSE clock < $3::time AND clock >= $4::time END
      GROUP BY staff_id, till_id ORDER BY max(position) DESC LIMIT ${REMARKS_MAX + 1}`,
    values: [businessId, day, opens, closes],
  })
  return rows
}
