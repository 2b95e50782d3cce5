/**
 * The idempotency port of every write: a call and its retries are carried out once and get the same result (decisions 3
 * and 30). Where the key is remembered follows from the scope:
 * - `account`: in the account's stream, for commands that move points (key-claims.ts);
 * - `user`: in a row under the user, in the write's own transaction. Other input is 422;
 * - `content`: in a row named by key and content together, for calls that end their session or have none.
 * Of two concurrent calls the second waits for the first. The worker deletes rows after a week
 * (platform/postgres/keyed-writes.ts).
 */
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { canonicalText } from '#contracts/verify/canonical.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { COMMAND_NAMESPACE, commandIdOf } from '#ledger/ids.ts'
import { ledgerIds, shortDigest, uuid5 } from '#platform/event-store/ids.ts'
import type { Pool, PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'
import { createKeyClaims } from './key-claims.ts'
import { keyOf, optionalKey } from './idempotency-key.ts'
import type { CommandDone } from './ledger-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the result is that of an earlier call; the response then says so (plugins/retries.ts). */
    isReplayed: boolean
  }
}

/** `account`: the user who owns the key. */
type AccountScope = { account: number }
/** `key`: instead of the header's (H36). `keyless`: a call without a key is carried out, every time. */
type UserScope = { user: number; key?: string | undefined; keyless?: true }
/** `content`: the user with whom the row is erased (H25), or 0. A key is optional. */
type ContentScope = { content: number }

type Work<T, P> = (client: PoolClient, commandId: string, prepared: P) => Promise<T>

export type Once = {
  /** Throws 400 without a valid key, 422 if it was used otherwise, the command's refusal, or 504 (unknown outcome). */
  (
    request: FastifyRequest,
    scope: AccountScope,
    input: unknown,
    work: (key: string) => Promise<CommandResult>,
  ): Promise<CommandDone>
  /**
   * `input` identifies the write. `work` writes the rows; `prepare` does before the transaction what takes long. Throws
   * 400, 401, 422, and any error of `work`: then all is rolled back and the key is free again.
   */
  <T, P = void>(
    request: FastifyRequest,
    scope: UserScope | ContentScope,
    input: unknown,
    work: Work<T, P>,
    prepare?: () => Promise<P>,
  ): Promise<T>
  /** The result of the first call with this key and content; undefined if there was none. */
  resultOf(request: FastifyRequest, scope: ContentScope, input: unknown): Promise<{ result: unknown } | undefined>
  /**
   * True if the account has a command with this call's key: then its result stands, even if the call could not begin
   * now. Throws 504 if an earlier try may still be executing, and the ledger's error if it cannot be asked.
   */
  isRepeated(request: FastifyRequest, account: OnAccount): Promise<boolean>
}

export type OnAccount = {
  businessId: number
  buyerId: number
  /** The user in whose name the command id is derived (commandIdOf). */
  actorId: number
  /** The owner of the key's claim: the business, also when support acts for it. */
  userId: number
}

/** A row's name, and the digest of its input. */
type Named = { userId: number; key: string; inputHash: string }

/** `secret`: keys the digests of content, which may hold passwords. */
type Parts = { redis: Redis; pool: Pool; ledger: Pick<Ledger, 'seen'>; secret: string }

/** The port on this process's connections. */
export function createOnce({ redis, pool, ledger, secret }: Parts): Once {
  const claims = createKeyClaims(redis)

  function nameOf(request: FastifyRequest, scope: UserScope | ContentScope, input: unknown): Named | undefined {
    const { method, params, routeOptions, url } = request
    if ('content' in scope) {
      const call = contentOf(request, secret, input)
      // No client's key has a space, so neither kind of row can pass for the other.
      return call === undefined ? undefined : { userId: scope.content, key: `content ${call}`, inputHash: '' }
    }
    const key = scope.key ?? (scope.keyless ? optionalKey(request) : keyOf(request))
    if (key === undefined) return undefined
    const inputHash = shortDigest(canonicalText([method, routeOptions.url ?? url, params, input]))
    return { userId: scope.user, key, inputHash }
  }

  async function inRows<T, P>(
    request: FastifyRequest,
    scope: UserScope | ContentScope,
    input: unknown,
    work: Work<T, P>,
    prepare?: () => Promise<P>,
  ): Promise<T> {
    const named = nameOf(request, scope, input)
    const before = prepare && named && (await found(pool, request, named))
    if (before) return before.result as T
    const prepared = (await prepare?.()) as P
    const unkeyedId = uuid5(COMMAND_NAMESPACE, `call:${request.id}`)
    if (!named) return inTransaction(pool, (client) => work(client, unkeyedId, prepared))
    return inTransaction(pool, async (client) => {
      if ('user' in scope) await holdPerson(client, scope.user)
      const { userId, key, inputHash } = named
      const claimed = await client.query(
        'INSERT INTO keyed_writes (user_id, key, input_hash) VALUES ($1, $2, $3) ON CONFLICT (user_id, key) DO NOTHING',
        [userId, key, inputHash],
      )
      if (claimed.rowCount === 0) {
        const first = await found(client, request, named)
        // Pruned in between.
        if (!first) throw new ApiError('busy')
        return first.result as T
      }
      const done = await work(client, 'user' in scope ? commandIdOf(ledgerIds, userId, key) : unkeyedId, prepared)
      await client.query('UPDATE keyed_writes SET reply = $3 WHERE user_id = $1 AND key = $2', [
        userId,
        key,
        JSON.stringify(done),
      ])
      return done
    })
  }

  function onAccount(
    request: FastifyRequest,
    userId: number,
    input: unknown,
    work: (key: string) => Promise<CommandResult>,
  ): Promise<CommandDone> {
    const key = keyOf(request)
    return claims.run({
      userId,
      key,
      input: [request.routeOptions.url, request.params, input],
      carryOut: () => work(key),
    })
  }

  const once = async (
    request: FastifyRequest,
    scope: AccountScope | UserScope | ContentScope,
    input: unknown,
    work: unknown,
    prepare?: () => Promise<unknown>,
  ): Promise<unknown> =>
    'account' in scope
      ? onAccount(request, scope.account, input, work as (key: string) => Promise<CommandResult>)
      : inRows(request, scope, input, work as Work<unknown, unknown>, prepare)

  const resultOf: Once['resultOf'] = async (request, scope, input) => {
    const named = nameOf(request, scope, input)
    return named && found(pool, request, named)
  }

  const isRepeated: Once['isRepeated'] = async (request, { businessId, buyerId, actorId, userId }) => {
    const key = optionalKey(request)
    if (key === undefined) return false
    if (await ledger.seen(businessId, buyerId, commandIdOf(ledgerIds, actorId, key))) return true
    if (await claims.isUnderWay(userId, key)) throw new ApiError('outcome_unknown')
    return false
  }

  return Object.assign(once, { resultOf, isRepeated }) as Once
}

/** Names a call by key and content: only who knows both can repeat it. Undefined without a key. */
export function contentOf(request: FastifyRequest, secret: string, input: unknown): string | undefined {
  const key = optionalKey(request)
  if (key === undefined) return undefined
  const call = JSON.stringify(['call', key, request.method, request.url, input])
  return createHmac('sha256', secret).update(call).digest('base64url')
}

/** Throws 422 if the row's input was another. */
async function found(
  db: Queryable,
  request: FastifyRequest,
  { userId, key, inputHash }: Named,
): Promise<{ result: unknown } | undefined> {
  const { rows } = await db.query<{ inputHash: string; reply: unknown }>(
    'SELECT input_hash AS "inputHash", reply FROM keyed_writes WHERE user_id = $1 AND key = $2',
    [userId, key],
  )
  const [first] = rows
  if (!first) return undefined
  if (first.inputHash !== inputHash) throw new ApiError('idempotency_key_reused')
  request.isReplayed = true
  return { result: first.reply }
}

/**
 * Locks the person's row: nothing is written for a person erased while the call waited (H25), and a
 * later erasure waits for this call. Throws 401. Work that locks the row as well needs FOR NO KEY UPDATE: with FOR
 * UPDATE two calls wait for each other.
 */
async function holdPerson(client: PoolClient, userId: number): Promise<void> {
  const present = await client.query('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NULL FOR KEY SHARE', [userId])
  if (present.rowCount === 0) throw new ApiError('not_signed_in')
}
