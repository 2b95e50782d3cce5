/**
 * design.md 1, rule 6, for writes of ordinary rows: the key and the answer are written in the transaction of the write itself, so a
 * retry gets the first answer and nothing is done twice, whatever died in between. Two at once: the second waits for the first. After
 * a week the worker forgets the key (platform/keyed-writes.ts), as Redis does for awards.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalJson } from '#ledger/canonical-json.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds, shortDigest } from '#platform/ids.ts'
import type { Pool, PoolClient } from '#platform/postgres.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ApiError } from './api-error.ts'
import { keyOf } from './idempotency.ts'

/**
 * Carries a write out under the request's key. `input`: what makes it the same write. Throws 400 without a proper key, 422 where it was
 * used otherwise, and whatever `write` throws: then nothing stays, and the key is free again. `write` is given the action's id too.
 */
export async function keyedRows<T>(
  { request, reply, pool, userId, key, input }: { request: FastifyRequest; reply: FastifyReply; pool: Pool; userId: number; key?: string; input: unknown },
  write: (client: PoolClient, commandId: string) => Promise<T>,
): Promise<T> {
  const own = key ?? keyOf(request)
  const inputHash = shortDigest(canonicalJson([request.method, request.routeOptions.url, request.params, input]))
  return inTransaction(pool, async (client) => {
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
    await client.query('UPDATE keyed_writes SET reply = $3 WHERE user_id = $1 AND key = $2', [userId, own, JSON.stringify(done)])
    return done
  })
}
