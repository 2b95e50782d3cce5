import { errorSchema } from '#contracts/calls/errors.ts'
import { decimalString } from '#contracts/units/points.ts'
import { balanceAsOfQuerySchema, balanceAsOfReplySchema, statementParamsSchema } from '#contracts/calls/statement.ts'
import { balancesAt } from '#projections/movements/statement.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { endOf, openStatement } from './open-statement.ts'
import { statementLine } from './statement-line.ts'

const LATER_MAX = 100

/** As of a day or time, by event and by recording time. */
export function balanceAsOf(app: App, deps: Deps): void {
  app.get(
    '/api/buyer/:id/statement/:businessId/balance',
    {
      schema: {
        tags: ['buyer'],
        params: statementParamsSchema,
        querystring: balanceAsOfQuerySchema,
        response: { 200: balanceAsOfReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { account, asOf } = await openStatement(request, deps, request.params)
      const { day, at: moment } = request.query
      const at = moment === undefined ? (day === undefined ? deps.now() : endOf(day)) : new Date(moment)
      const { happenedTenths, recordedTenths, recordedLater } = await balancesAt(deps.pool, {
        ...account,
        at,
        limit: LATER_MAX,
      })
      return {
        asOf,
        at: at.toISOString(),
        happened: decimalString(happenedTenths),
        recorded: decimalString(recordedTenths),
        recordedLater: recordedLater.map(statementLine),
      }
    },
  )
}
