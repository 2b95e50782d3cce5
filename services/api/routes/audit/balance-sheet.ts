import { balanceSheetQuerySchema, balanceSheetSchema } from '#contracts/audit.ts'
import { errorSchema } from '#contracts/errors.ts'
import { BEFORE_ALL } from '#contracts/numbers.ts'
import { decimalString } from '#contracts/points.ts'
import { placedMoment } from '#projections/daily-book/queries.ts'
import { lastBalancesThen } from '#projections/movements/accounts-then.ts'
import { sheetThen, type Sheet } from '#projections/movements/balance-sheet.ts'
import { lastMovementAt } from '#projections/movements/trace.ts'
import { inTransaction } from '#platform/transaction.ts'
import { auditor } from '../../access.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'

type Figures = Omit<Sheet, 'businessId'>

/** GET /api/audit/balance-sheet: the whole ledger as of a moment. The figures add up, and are counted a second way beside it. */
export function balanceSheet(app: App, deps: Deps): void {
  app.get(
    '/api/audit/balance-sheet',
    { schema: { tags: ['audit'], querystring: balanceSheetQuerySchema, response: { 200: balanceSheetSchema, '4xx': errorSchema } } },
    async (request) => {
      await auditor(request, deps)
      const { at, position } = request.query
      const { last, sheets, balances } = await inTransaction(deps.pool, async (client) => {
        // All questions about one state of the tables.
        await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
        const moment = at === undefined ? undefined : await placedMoment(client, new Date(at))
        const found = await lastMovementAt(client, { at: moment, position })
        const place = found?.position ?? BEFORE_ALL
        return { last: found, sheets: await sheetThen(client, place), balances: await lastBalancesThen(client, place) }
      })
      const total = sheets.reduce<Figures>(add, { issuedTenths: 0, voidedTenths: 0, redeemedTenths: 0, refundedTenths: 0, forfeitedTenths: 0 })
      return {
        asOf: { position: last?.position ?? null, at: at ?? (position === undefined ? deps.now() : (last?.storedAt ?? deps.now())).toISOString() },
        ...shown(total),
        sumOfBalances: decimalString(balances.sumTenths),
        addsUp: outstandingTenths(total) === balances.sumTenths,
        accounts: balances.accounts,
        openAccounts: balances.openAccounts,
        businesses: sheets.map(({ businessId, ...figures }) => ({ businessId, ...shown(figures) })),
      }
    },
  )
}

function add(left: Figures, right: Figures): Figures {
  return {
    issuedTenths: left.issuedTenths + right.issuedTenths,
    voidedTenths: left.voidedTenths + right.voidedTenths,
    redeemedTenths: left.redeemedTenths + right.redeemedTenths,
    refundedTenths: left.refundedTenths + right.refundedTenths,
    forfeitedTenths: left.forfeitedTenths + right.forfeitedTenths,
  }
}

function outstandingTenths(figures: Figures): number {
  return figures.issuedTenths - figures.voidedTenths - figures.redeemedTenths + figures.refundedTenths - figures.forfeitedTenths
}

function shown(figures: Figures) {
  return {
    issued: decimalString(figures.issuedTenths),
    voided: decimalString(figures.voidedTenths),
    redeemed: decimalString(figures.redeemedTenths),
    refunded: decimalString(figures.refundedTenths),
    forfeited: decimalString(figures.forfeitedTenths),
    outstanding: decimalString(outstandingTenths(figures)),
  }
}
