import { errorSchema } from '#contracts/calls/errors.ts'
import { decimalString } from '#contracts/units/points.ts'
import { statementParamsSchema, statementQuerySchema, statementReplySchema } from '#contracts/calls/statement.ts'
import { statementLines, statementSums, type StatementMovement } from '#projections/movements/statement.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { openStatement, spanOf } from './open-statement.ts'
import { statementLine, statementSumsView } from './statement-line.ts'

export function statement(app: App, deps: Deps): void {
  app.get(
    '/api/buyer/:id/statement/:businessId',
    {
      schema: {
        tags: ['buyer'],
        params: statementParamsSchema,
        querystring: statementQuerySchema,
        response: { 200: statementReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { account, business, asOf } = await openStatement(request, deps, request.params)
      const { from, to, clock, limit, before } = request.query
      const span = { ...account, clock, ...spanOf({ from, to }) }
      const [sums, found] = await Promise.all([
        statementSums(deps.pool, span),
        statementLines(deps.pool, span, {
          limit: limit + 1,
          ...(before === undefined ? {} : { before: fromCursor(before) }),
        }),
      ])
      const lines = found.slice(0, limit)
      const last = lines.at(-1)
      return {
        business,
        asOf,
        balance: decimalString(sums.balanceTenths),
        period: { from: from ?? null, to: to ?? null, clock },
        sums: statementSumsView(sums),
        lines: lines.map(statementLine),
        next: last && found.length > limit ? cursorOf(last, clock) : null,
      }
    },
  )
}

function cursorOf(line: StatementMovement, clock: 'recorded' | 'happened'): string {
  return `${(clock === 'recorded' ? line.recordedAt : line.happenedAt).getTime()}.${line.position}`
}

function fromCursor(cursor: string): { at: string; position: string } {
  const [at = '0', position = '0'] = cursor.split('.')
  return { at: new Date(Number(at)).toISOString(), position }
}
