import { Readable } from 'node:stream'
import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { STATEMENT_FILE_MAX, statementFileQuerySchema, statementParamsSchema } from '#contracts/calls/statement.ts'
import { logoForPrint } from '#businesses/profile/logos.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { statementLines, statementSums } from '#projections/movements/statement.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { endsWithSession } from '../../session/session-holds.ts'
import { csvStatement, entryOf } from './csv-statement.ts'
import { openStatement, spanOf, today } from './open-statement.ts'
import { statementText, type StatementFile } from './statement-file.ts'
import { STATEMENT_WORDS } from './words.ts'

/** A PDF takes a second of CPU time per thousand lines. */
const LIMIT = limitOfPerson(30, 60_000)

/** 413 if the period has too many lines. CSV is streamed; a PDF needs all its lines for its columns. */
export function downloadStatement(app: App, deps: Deps): void {
  app.get(
    '/api/buyer/:id/statement/:businessId/file',
    {
      config: LIMIT,
      schema: {
        tags: ['buyer'],
        params: statementParamsSchema,
        querystring: statementFileQuerySchema,
        response: { 200: z.any(), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, account, business, logoUrl, asOf } = await openStatement(request, deps, request.params)
      const { from, to, clock, format, language } = request.query
      const span = { ...account, clock, ...spanOf({ from, to }) }
      const sums = await statementSums(deps.pool, span)
      if (sums.movements > STATEMENT_FILE_MAX[format]) throw new ApiError('too_large')
      const name = `hatik-${STATEMENT_WORDS[language].fileName}-${business.slug ?? business.id}-${today(deps)}.${format}`
      reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'private, no-store')
      if (format === 'csv') {
        const text = csvStatement(deps.pool, { language, sums, span }, endsWithSession(request, deps, user))
        return reply.type('text/csv; charset=utf-8').send(await streamed(text))
      }
      const found = await statementLines(deps.pool, span, { limit: STATEMENT_FILE_MAX[format] })
      const codes = await buyerCodes(deps.pool, [account.buyerId])
      const file: StatementFile = {
        language,
        clock,
        businessName: business.closed ? STATEMENT_WORDS[language].closedBusiness : business.businessName,
        buyerCode: codes.get(account.buyerId) ?? '',
        period: { from, to },
        asOf,
        sums,
        lines: found.reverse().map(entryOf),
      }
      return reply
        .type('application/pdf')
        .send(await deps.pdfs.draw(account.buyerId, statementText(file, await logoForPrint(deps.files, logoUrl))))
    },
  )
}

/** Waits for the first part, because an error has no status of its own after it. */
async function streamed(text: AsyncGenerator<string>): Promise<Readable> {
  const first = await text.next()
  async function* whole(): AsyncGenerator<string> {
    if (!first.done) yield first.value
    yield* text
  }
  return Readable.from(whole(), { objectMode: false, highWaterMark: 64 * 1024 })
}
