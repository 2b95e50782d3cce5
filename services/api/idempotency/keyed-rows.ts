/**
 * design.md 1, rule 6, for writes of ordinary rows: the key and the answer are written in the transaction of the write itself, so a
 * retry gets the first answer and nothing is done twice, whatever died in between. Two at once: the second waits for the first. After
 * a week the worker forgets the key (platform/postgres/keyed-writes.ts), as Redis does for awards.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { COMMAND_NAMESPACE, commandIdOf } from '#ledger/ids.ts'
import { ledgerIds, shortDigest, uuid5 } from '#platform/event-store/ids.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ApiError } from '../http/api-error.ts'
import { keyOf, optionalKey } from './idempotency.ts'

type KeyedCall = {
  request: FastifyRequest
  reply: FastifyReply
  pool: Pool
  userId: number
  key?: string
  input: unknown
}

/**
 * Carries a write out under the request's key. `input`: what makes it the same write. Throws 400 without a proper key, 422 where it was
 * used otherwise, and whatever `write` throws: then nothing stays, and the key is free again. `write` is given the action's id too.
 */
export async function keyedRows<T>(
  { request, reply, pool, userId, key, input }: KeyedCall,
  write: (client: PoolClient, commandId: string) => Promise<T>,
): Promise<T> {
  const own = key ?? keyOf(request)
  const inputHash = shortDigest(canonicalText([request.method, request.routeOptions.url, request.params, input]))
  return inTransaction(pool, async (client) => {
    await holdPerson(client, userId)
    const claimed = await client.query(
      'INSERT INTO keyed_writes (user_id, key, input_hash) VALUES ($1, $2, $3) ON CONFLICT (user_id, key) DO NOTHING',
      [userId, own, inputHash],
    )
    if (claimed.rowCount === 0) {
      const before = await client.query<{ inputHash: string; reply: T }>(
        'SELECT input_hash AS "inputHash", reply FROM keyed_writes WHERE user_id = $1 AND key = $2',
        [userId, own],
      )
      const first = before.rows[0]
      if (first?.inputHash !== inputHash) throw new ApiError('idempotency_key_reused')
      reply.header('idempotency-replayed', 'true')
      return first.reply
    }
    const done = await write(client, commandIdOf(ledgerIds, userId, own))
    await client.query('UPDATE keyed_writes SET reply = $3 WHERE user_id = $1 AND key = $2', [
      userId,
      own,
      JSON.stringify(done),
    ])
    return done
  })
}

/** Nothing is written for somebody who has left while the call waited (H25): from here on her leaving waits instead. Throws 401. */
async function holdPerson(client: PoolClient, userId: number): Promise<void> {
  const present = await client.query('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NULL FOR KEY SHARE', [userId])
  if (present.rowCount === 0) throw new ApiError('not_signed_in')
}

/** As keyedRows, for a call that may also come without a key: then it is carried out each time that it comes. */
export async function rowsKeyedOrNot<T>(
  call: Omit<KeyedCall, 'key'>,
  write: (client: PoolClient, commandId: string) => Promise<T>,
): Promise<T> {
  const key = optionalKey(call.request)
  if (key !== undefined) return keyedRows({ ...call, key }, write)
  return inTransaction(call.pool, (client) => write(client, uuid5(COMMAND_NAMESPACE, `call:${call.request.id}`)))
}
