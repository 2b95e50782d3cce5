import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { balancesFileQuerySchema } from '#contracts/calls/figures.ts'
import { formatDay, formatMoment, formatPoints } from '#contracts/units/formats.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { noonOf, yerevanDay } from '#contracts/units/time.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { inSnapshot } from '#platform/postgres/transaction.ts'
import { bookOfBusiness } from '#projections/daily-book/queries.ts'
import { balancesOfDay } from '#projections/movements/balances-of-day.ts'
import { ownBusiness } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { limitOfPerson } from '../../../plugins/rate-limit.ts'
import { sendWorkbook, WORKBOOK_MEDIA } from '../../../http/send-workbook.ts'
import { BOOK_WORDS } from './book-words.ts'

/** The file lists all buyers. */
const LIMIT = limitOfPerson(10, 60_000)

/**
 * Balances at the end of a day, by code, never by name (R140). Their sum and the book's closing are computed
 * independently, for an auditor.
 */
export function balancesWorkbook(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/figures/balances.xlsx',
    {
      config: LIMIT,
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: balancesFileQuerySchema,
        response: { 200: z.unknown().describe(WORKBOOK_MEDIA), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const now = deps.now()
      const { day = yerevanDay(now), language } = request.query
      const { balances, closingTenths, codes } = await inSnapshot(deps.pool, async (client) => {
        const found = await balancesOfDay(client, business.userId, day)
        const [book] = await bookOfBusiness(client, business.userId, { from: day, to: day })
        return {
          balances: found,
          closingTenths: book?.closingTenths ?? 0,
          codes: await buyerCodes(
            client,
            found.map(({ buyerId }) => buyerId),
          ),
        }
      })
      const words = BOOK_WORDS[language]
      const file = await deps.pdfs.fill(user.id, {
        sheet: words.balances,
        about: [
          `${words.balances} · ${business.businessName}`,
          words.atTheEndOf(formatDay(noonOf(day), language)),
          words.closingOfBook(formatPoints(closingTenths, language)),
          words.clock,
          words.made(formatMoment(now, language)),
        ],
        columns: [
          { heading: words.buyerCode, kind: 'text', width: 18 },
          { heading: words.buyerNumber, kind: 'whole', width: 14 },
          { heading: words.balance, kind: 'tenths', width: 18 },
        ],
        rows: balances.map(({ buyerId, balanceTenths }) => [codes.get(buyerId) ?? null, buyerId, balanceTenths]),
        totals: [[words.total, null, balances.reduce((sum, { balanceTenths }) => sum + balanceTenths, 0)]],
      })
      return sendWorkbook(reply, `hatik-balances-${day}`, file)
    },
  )
}
