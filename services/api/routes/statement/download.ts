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
import { openStatement, spanOf, today } from './open-statement.ts'
import { statementCsv, statementText, type StatementFile } from './statement-file.ts'
import { statementLine } from './statement-line.ts'
import { STATEMENT_WORDS } from './words.ts'

/** A PDF takes a second of CPU time per thousand lines. */
const LIMIT = limitOfPerson(30, 60_000)

/** 413 if the period has too many lines. */
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
      const { account, business, logoUrl, asOf } = await openStatement(request, deps, request.params)
      const { from, to, clock, format, language } = request.query
      const span = { ...account, clock, ...spanOf({ from, to }) }
      const sums = await statementSums(deps.pool, span)
      if (sums.movements > STATEMENT_FILE_MAX[format]) throw new ApiError('too_large')
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
        lines: found.reverse().map((movement) => ({
          line: statementLine(movement),
          deltaTenths: movement.deltaTenths,
          afterTenths: movement.afterTenths,
        })),
      }
      const name = `hatik-${STATEMENT_WORDS[language].fileName}-${business.slug ?? business.id}-${today(deps)}.${format}`
      reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'private, no-store')
      if (format === 'pdf')
        return reply
          .type('application/pdf')
          .send(await deps.pdfs.draw(account.buyerId, statementText(file, await logoForPrint(deps.files, logoUrl))))
      return reply.type('text/csv; charset=utf-8').send(statementCsv(file))
    },
  )
}
