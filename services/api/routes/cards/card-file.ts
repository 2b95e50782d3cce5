import { z } from 'zod'
import { cardFileQuerySchema, cardFileSchema, shownSecret } from '#contracts/calls/cards.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { cardsToPrint } from '#accounts/cards/order-cards.ts'
import { cardSheetText } from '#businesses/posters/card-sheet-text.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { csv } from '../../http/csv.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

const LIMIT = limitOfPerson(30, 60_000)
const COLUMNS = ['code', 'qr', 'secret']

/** Holds the secrets, so it exists for a day after the order only, and never during a support visit (decision 53). */
export function cardFile(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/cards/:batchId/:file',
    {
      config: LIMIT,
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, batchId: commandIdSchema, file: cardFileSchema }),
        querystring: cardFileQuerySchema,
        response: { 200: z.unknown().describe('application/pdf or text/csv'), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      if (request.visit) throw new ApiError('visit_forbidden')
      const { batchId, file } = request.params
      const { language } = request.query
      const secret = deps.env.SESSION_SECRET
      const cards = await cardsToPrint(deps.pool, { batchId, businessId: business.userId, secret })
      if (!cards) throw new ApiError('card_file_gone')
      const shown = cards.map((card) => ({ code: card.code, secret: shownSecret(card.secret) }))
      const isTable = file === 'cards.csv'
      const content = isTable
        ? csv([COLUMNS, ...shown.map((card) => [card.code, card.code, card.secret])])
        : await deps.pdfs.cards(
            user.id,
            cardSheetText(business, { language, origin: publicOrigin(request, deps.env), cards: shown }),
          )
      return reply
        .type(isTable ? 'text/csv; charset=utf-8' : 'application/pdf')
        .header('content-disposition', `attachment; filename="hatik-${business.slug}-${file}"`)
        .header('cache-control', 'private, no-store')
        .send(content)
    },
  )
}
