import { inclusionQuerySchema, inclusionReplySchema } from '#contracts/calls/proofs.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { canonicalEvent } from '#audit/canonical-event.ts'
import { leafHash } from '#contracts/verify/merkle.ts'
import { headsBefore, leafIndexAt, logSize } from '#audit/heads.ts'
import { auditor } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Proves that an event is in a log of a given size. */
export function auditInclusion(app: App, deps: Deps): void {
  app.get(
    '/api/audit/inclusion',
    {
      schema: {
        tags: ['audit'],
        querystring: inclusionQuerySchema,
        response: { 200: inclusionReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await auditor(request, deps)
      const { position } = request.query
      const [[newest], index, event, seal, grown] = await Promise.all([
        headsBefore(deps.pool, { limit: 1 }),
        leafIndexAt(deps.pool, position),
        deps.eventAt(BigInt(position)),
        deps.seal(),
        logSize(deps.pool),
      ])
      const size = request.query.size ?? newest?.size ?? 0
      if (!event || index === null || index >= size || size > grown) throw new ApiError('not_found')
      const text = canonicalEvent(event, seal)
      const [root, proof] = await Promise.all([deps.merkle.root(size), deps.merkle.inclusion(index, size)])
      return {
        position,
        index,
        size,
        root: toHex(root),
        leaf: toHex(leafHash(text)),
        proof: proof.map(toHex),
        event: text,
      }
    },
  )
}
