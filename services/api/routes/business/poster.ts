import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { posterQuerySchema, posterSheetSchema, type PosterSize } from '#contracts/calls/posters.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { posterText } from '#businesses/posters/poster-text.ts'
import { logoForPrint } from '#businesses/profile/logos.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

const LIMIT = limitOfPerson(30, 60_000)

/** A sheet to print, with the business's logo and a QR code to /join/{slug}. */
export function poster(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/posters/:sheet',
    {
      config: LIMIT,
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, sheet: posterSheetSchema }),
        querystring: posterQuerySchema,
        response: { 200: z.unknown().describe('application/pdf'), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const size = request.params.sheet.slice(0, 2) as PosterSize
      const { language } = request.query
      const logo = await logoForPrint(deps.files, business.logoUrl)
      const sheet = posterText(business, { size, language, origin: publicOrigin(request, deps.env), logo })
      const pdf = await deps.pdfs.poster(user.id, sheet)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="hatik-${business.slug}-${size}-${language}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(pdf)
    },
  )
}
