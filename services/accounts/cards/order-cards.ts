import { CARDS_PER_DAY, UNCLAIMED_CARDS } from '#contracts/calls/cards.ts'
import { CODES_LOCK } from '#platform/postgres/codes-lock.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { newBuyerCode } from '../buyer-codes.ts'
import { tokenHash } from '../tokens.ts'
import { cardSecretOf } from './card-secret.ts'

const MOST_DRAWS = 20

/** Of `secret` the row has the hash only. */
export type NewCard = { code: string; secret: string }

/**
 * `secret`: the installation's. Makes a batch in the transaction. `too_many_cards`: the business has ordered
 * CARDS_PER_DAY within 24 hours; `too_many_unclaimed_cards`: UNCLAIMED_CARDS are on no account. Codes are drawn as for
 * sign-ups, and no account or card has or had them.
 */
export async function orderCards(
  client: PoolClient,
  { batchId, businessId, cards, secret }: { batchId: string; businessId: number; cards: number; secret: string },
): Promise<NewCard[] | 'too_many_cards' | 'too_many_unclaimed_cards'> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [CODES_LOCK])
  const { rows } = await client.query<{ ordered: number }>(
    `SELECT coalesce(sum(cards), 0)::int AS ordered FROM card_batches WHERE business_id = $1 AND ordered_at > now() - interval '24 hours'`,
    [businessId],
  )
  if (rows[0]!.ordered + cards > CARDS_PER_DAY) return 'too_many_cards'
  const unclaimed = await client.query<{ cards: number }>(
    `SELECT count(*)::int AS cards FROM cards JOIN card_batches AS batch ON batch.id = cards.batch_id
     WHERE batch.business_id = $1 AND cards.claimed_by IS NULL`,
    [businessId],
  )
  if (unclaimed.rows[0]!.cards + cards > UNCLAIMED_CARDS) return 'too_many_unclaimed_cards'
  await client.query('INSERT INTO card_batches (id, business_id, cards) VALUES ($1, $2, $3)', [
    batchId,
    businessId,
    cards,
  ])
  const codes = await freeCodes(client, cards)
  const made = codes.map((code): NewCard => ({ code, secret: cardSecretOf(secret, { batchId, code }) }))
  await client.query('INSERT INTO retired_codes (buyer_code) SELECT unnest($1::text[])', [codes])
  await client.query(
    `INSERT INTO cards (batch_id, code, secret_hash) SELECT $1, * FROM unnest($2::text[], $3::text[])`,
    [batchId, codes, made.map(({ secret }) => tokenHash(secret))],
  )
  return made
}

/** Cards' codes are among the retired ones. Throws if hardly any code is free. */
async function freeCodes(client: PoolClient, wanted: number): Promise<string[]> {
  const free = new Set<string>()
  for (let draw = 0; draw < MOST_DRAWS && free.size < wanted; draw += 1) {
    const drawn = Array.from({ length: wanted - free.size }, newBuyerCode)
    const { rows } = await client.query<{ code: string }>(
      `SELECT DISTINCT code FROM unnest($1::text[]) AS code
       WHERE NOT EXISTS (SELECT FROM users WHERE buyer_code = code) AND NOT EXISTS (SELECT FROM retired_codes WHERE buyer_code = code)`,
      [drawn],
    )
    for (const { code } of rows) free.add(code)
  }
  if (free.size < wanted) throw new Error(`Found no ${wanted} free codes in ${MOST_DRAWS} draws`)
  return [...free]
}

/**
 * The cards of a batch that was ordered within the last 24 hours, to be printed. Undefined for another business's
 * batch, an older one, or once the installation's secret has changed. Claimed cards are left out.
 */
export async function cardsToPrint(
  db: Queryable,
  { batchId, businessId, secret }: { batchId: string; businessId: number; secret: string },
): Promise<NewCard[] | undefined> {
  const { rows } = await db.query<{ code: string; hash: string }>(
    `SELECT code, secret_hash AS hash FROM cards JOIN card_batches AS batch ON batch.id = cards.batch_id
     WHERE batch.id = $1 AND batch.business_id = $2 AND batch.ordered_at > now() - interval '24 hours' AND claimed_by IS NULL
     ORDER BY cards.id`,
    [batchId, businessId],
  )
  const made = rows.map(({ code, hash }) => ({ code, hash, secret: cardSecretOf(secret, { batchId, code }) }))
  if (made.length === 0 || made.some((card) => tokenHash(card.secret) !== card.hash)) return undefined
  return made.map((card) => ({ code: card.code, secret: card.secret }))
}
