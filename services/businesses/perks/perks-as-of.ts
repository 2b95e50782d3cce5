/** Perks offered as of a position of the log. */
import { businessStream, type BusinessEvent, type BusinessEventData } from '#contracts/events/business-events.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { PerkText } from './keep-perks.ts'
import type { StoredPerk } from './perks.ts'

/** The log keeps no pictures. */
export type PerkAsOf = Omit<StoredPerk, 'pictureUrl'>

type PerkEvent = Extract<BusinessEvent, { type: `Perk${string}` }>
const PERK_EVENTS: readonly PerkEvent['type'][] = ['PerkAdded', 'PerkChanged', 'PerkDeleted']

/** `now`: the row. `last`: the last event up to the position. `first`: the first of all, even if not yet in the log. */
type PerkLife = {
  id: number
  now: PerkText
  madeAt: Date
  deletedAt: Date | null
  last: PerkEvent | null
  first: PerkEvent | null
}

/**
 * Perks older than their history lack an event of their creation: their row's creation is compared with `moment`. One
 * statement, so that rows and events are consistent.
 */
export async function perksAsOf(
  db: Queryable,
  businessId: number,
  { position, moment }: { position: string; moment: Date },
): Promise<PerkAsOf[]> {
  const { rows } = await db.query<PerkLife>(
    `WITH last AS (
       SELECT DISTINCT ON (facts::json ->> 'perkId') (facts::json ->> 'perkId')::int AS perk_id, json_build_object('type', type, 'data', facts::json) AS event
       FROM read.business_history AS history WHERE business_id = $1 AND type = ANY($3) AND history.position <= $2::bigint
       ORDER BY facts::json ->> 'perkId', history.position DESC
     ), first AS (
       SELECT DISTINCT ON (data ->> 'perkId') (data ->> 'perkId')::int AS perk_id, json_build_object('type', type, 'data', data) AS event
       FROM event_outbox WHERE stream = $4 AND type = ANY($3) ORDER BY data ->> 'perkId', revision
     )
     SELECT k.id, json_build_object('name', k.name, 'description', k.description, 'costTenths', (k.points_required * 10)::int8) AS now,
       k.created_at AS "madeAt", k.deleted_at AS "deletedAt", last.event AS last, first.event AS first
     FROM perks k JOIN business_profiles p ON p.id = k.business_profile_id
     LEFT JOIN last ON last.perk_id = k.id LEFT JOIN first ON first.perk_id = k.id
     WHERE p.user_id = $1`,
    [businessId, position, PERK_EVENTS, businessStream(businessId)],
  )
  return rows
    .flatMap((life) => {
      const perk = perkThen(life, moment)
      return perk
        ? [{ id: life.id, businessId, name: perk.name, description: perk.description, costTenths: perk.costTenths }]
        : []
    })
    .sort((a, b) => a.costTenths - b.costTenths || a.id - b.id)
}

function perkThen({ now, madeAt, deletedAt, last, first }: PerkLife, moment: Date): PerkText | undefined {
  if (last) return last.type === 'PerkDeleted' ? undefined : last.data
  if (first?.type === 'PerkAdded' || madeAt > moment) return undefined
  if (first?.type === 'PerkChanged') return before(first.data)
  if (first) return first.data
  return deletedAt && deletedAt <= moment ? undefined : now
}

function before({ fromName, fromDescription, fromCostTenths }: BusinessEventData<'PerkChanged'>): PerkText {
  return { name: fromName, description: fromDescription, costTenths: fromCostTenths }
}
