/**
 * Key and response share the write's transaction, so a retry gets the first response, also after a crash. A concurrent
 * call waits for the first. The worker deletes keys after a week (platform/postgres/keyed-writes.ts).
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
 * `input` identifies the write. Throws 400 without a valid key, 422 if it was used otherwise, and errors of `write`,
 * which free the key by rolling back.
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

/** Lock against erasure (H25): nothing is written for an erased person, and a later erasure waits. Throws 401. */
async function holdPerson(client: PoolClient, userId: number): Promise<void> {
  const present = await client.query('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NULL FOR KEY SHARE', [userId])
  if (present.rowCount === 0) throw new ApiError('not_signed_in')
}

/** keyedRows with an optional key; without one, every call is carried out. */
export async function rowsKeyedOrNot<T>(
  call: Omit<KeyedCall, 'key'>,
  write: (client: PoolClient, commandId: string) => Promise<T>,
): Promise<T> {
  const key = optionalKey(call.request)
  if (key !== undefined) return keyedRows({ ...call, key }, write)
  return inTransaction(call.pool, (client) => write(client, uuid5(COMMAND_NAMESPACE, `call:${call.request.id}`)))
}
