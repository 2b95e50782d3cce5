import {
  consistencyQuerySchema,
  consistencyReplySchema,
  headsQuerySchema,
  headsReplySchema,
} from '#contracts/calls/proofs.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { headsBefore, logSize, publicKeys } from '#audit/heads.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Public. A stored signed tree head later proves that nothing before it changed. */
export function ledgerHeads(app: App, deps: Deps): void {
  app.get(
    '/api/ledger/heads',
    {
      schema: {
        tags: ['ledger'],
        querystring: headsQuerySchema,
        response: { 200: headsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { before, limit } = request.query
      const heads = await headsBefore(deps.pool, { before, limit: limit + 1 })
      const page = heads.slice(0, limit)
      return {
        heads: page,
        keys: await publicKeys(deps.pool),
        next: heads.length > limit ? (page.at(-1)?.size ?? null) : null,
      }
    },
  )
}

/** Public. Proves that the log of size `first` is a prefix of that of size `second`. */
export function ledgerConsistency(app: App, deps: Deps): void {
  app.get(
    '/api/ledger/consistency',
    {
      schema: {
        tags: ['ledger'],
        querystring: consistencyQuerySchema,
        response: { 200: consistencyReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { first, second } = request.query
      if (first > second || second > (await logSize(deps.pool))) throw new ApiError('not_found')
      const [firstRoot, secondRoot, proof] = await Promise.all([
        deps.merkle.root(first),
        deps.merkle.root(second),
        deps.merkle.consistency(first, second),
      ])
      return { first, firstRoot: toHex(firstRoot), second, secondRoot: toHex(secondRoot), proof: proof.map(toHex) }
    },
  )
}
