import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { bookFileQuerySchema, bookReplySchema, daysQuerySchema, type Book } from '#contracts/calls/figures.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { bookOfBusiness, type BookRow } from '#projections/daily-book/queries.ts'
import { ownBusiness } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { sendWorkbook, WORKBOOK_MEDIA } from '../../../http/send-workbook.ts'
import { bookCsv } from './book-csv.ts'
import { bookWorkbook } from './book-workbook.ts'
import { spanOf } from './span.ts'

/** Points owed to buyers, per day in Yerevan. */
export function liabilityBook(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/figures/book',
    {
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: daysQuerySchema,
        response: { 200: bookReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      return readBook(deps, business.userId, request.query)
    },
  )
}

export function liabilityBookCsv(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/figures/book.csv',
    {
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: bookFileQuerySchema,
        response: { 200: z.unknown().describe('text/csv'), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const book = await readBook(deps, business.userId, request.query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="hatik-points-${book.from}-${book.to}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(bookCsv(book, request.query.language)))
    },
  )
}

/** Numbers stay numbers in any spreadsheet locale. */
export function liabilityBookWorkbook(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/figures/book.xlsx',
    {
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: bookFileQuerySchema,
        response: { 200: z.unknown().describe(WORKBOOK_MEDIA), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const book = await readBook(deps, business.userId, request.query)
      const file = await deps.pdfs.fill(
        user.id,
        bookWorkbook(book, { language: request.query.language, businessName: business.businessName, at: deps.now() }),
      )
      return sendWorkbook(reply, `hatik-points-${book.from}-${book.to}`, file)
    },
  )
}

async function readBook(
  deps: Deps,
  businessId: number,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<Book> {
  const span = spanOf(query, deps.now())
  const rows = await bookOfBusiness(deps.pool, businessId, span)
  const sum = (column: (row: BookRow) => number) => decimalString(rows.reduce((total, row) => total + column(row), 0))
  return {
    ...span,
    days: rows.map((row) => ({
      day: row.day,
      opening: decimalString(row.openingTenths),
      awarded: decimalString(row.awardedTenths),
      voided: decimalString(row.voidedTenths),
      redeemed: decimalString(row.redeemedTenths),
      returned: decimalString(row.returnedTenths),
      forfeited: decimalString(row.forfeitedTenths),
      closing: decimalString(row.closingTenths),
    })),
    total: {
      opening: decimalString(rows[0]?.openingTenths ?? 0),
      awarded: sum((row) => row.awardedTenths),
      voided: sum((row) => row.voidedTenths),
      redeemed: sum((row) => row.redeemedTenths),
      returned: sum((row) => row.returnedTenths),
      forfeited: sum((row) => row.forfeitedTenths),
      closing: decimalString(rows.at(-1)?.closingTenths ?? 0),
    },
  }
}
