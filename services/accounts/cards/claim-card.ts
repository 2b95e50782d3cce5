import { CARD_EVENT_DATA, cardStream } from '#contracts/events/card-events.ts'
import { onceForThing, recordChange, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { tokenHash } from '../tokens.ts'

export type ClaimedCard = { id: number; code: string }
type By = Pick<Recording, 'actor' | 'correlationId' | 'at'>

type Row = ClaimedCard & { claimedBy: number | null; isBlocked: boolean }

/**
 * Ties the card with this secret to the person, once; again by the same person it is a retry. Undefined if no card has
 * the secret, or another person has claimed it. Points follow by `mergeCards` (decision 53).
 */
export async function claimCard(
  client: PoolClient,
  { userId, secret }: { userId: number; secret: string },
  by: By,
): Promise<ClaimedCard | undefined> {
  // The row lock decides between two claims at once.
  const { rows } = await client.query<Row>(
    `SELECT id, code, claimed_by AS "claimedBy", blocked_at IS NOT NULL AS "isBlocked" FROM cards WHERE secret_hash = $1 FOR UPDATE`,
    [tokenHash(secret)],
  )
  const [card] = rows
  if (!card || card.isBlocked) return undefined
  const { id, code, claimedBy } = card
  if (claimedBy !== null) return claimedBy === userId ? { id, code } : undefined
  await client.query('UPDATE cards SET claimed_by = $2, claimed_at = clock_timestamp() WHERE id = $1', [id, userId])
  await recordChange(client, cardStream(id), CARD_EVENT_DATA, [{ type: 'CardClaimed', data: { userId } }], {
    ...onceForThing(`claim-card:${id}`),
    ...by,
  })
  return { id, code }
}

/** A lost card: its code leads nowhere from then on. False unless the card is this person's. */
export async function blockCard(
  client: PoolClient,
  { userId, cardId }: { userId: number; cardId: number },
  by: By,
): Promise<boolean> {
  const { rows } = await client.query<{ isBlocked: boolean }>(
    'SELECT blocked_at IS NOT NULL AS "isBlocked" FROM cards WHERE id = $1 AND claimed_by = $2 FOR UPDATE',
    [cardId, userId],
  )
  const [card] = rows
  if (!card) return false
  if (card.isBlocked) return true
  await client.query('UPDATE cards SET blocked_at = clock_timestamp() WHERE id = $1', [cardId])
  await recordChange(client, cardStream(cardId), CARD_EVENT_DATA, [{ type: 'CardBlocked', data: { userId } }], {
    ...onceForThing(`block-card:${cardId}`),
    ...by,
  })
  return true
}
