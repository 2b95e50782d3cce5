import { balanceSheetQuerySchema, balanceSheetSchema } from '#contracts/calls/staff/audit.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { BEFORE_ALL } from '#contracts/units/numbers.ts'
import { decimalString } from '#contracts/units/points.ts'
import { placedMoment } from '#projections/daily-book/queries.ts'
import { lastBalancesThen } from '#projections/movements/accounts-as-of.ts'
import { sheetThen, type Sheet } from '#projections/movements/balance-sheet.ts'
import { lastMovementAt } from '#projections/movements/trace.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { inSnapshot } from '#platform/postgres/transaction.ts'
import { auditor } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

type Figures = Omit<Sheet, 'businessId'>

/**
 * The whole ledger as of a time; its figures are counted in two ways. Says if events up to that time may be missing.
 */
export function balanceSheet(app: App, deps: Deps): void {
  app.get(
    '/api/audit/balance-sheet',
    {
      schema: {
        tags: ['audit'],
        querystring: balanceSheetQuerySchema,
        response: { 200: balanceSheetSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await auditor(request, deps)
      const { at, position } = request.query
      const now = deps.now().toISOString()
      const isAhead = at !== undefined && at > now
      const isWhole = await holdsAll(deps, request.query)
      const { last, sheets, balances } = await inSnapshot(deps.pool, async (client) => {
        const moment = at === undefined ? undefined : await placedMoment(client, new Date(at))
        const found = await lastMovementAt(client, { at: moment, position })
        const place = found?.position ?? BEFORE_ALL
        return { last: found, sheets: await sheetThen(client, place), balances: await lastBalancesThen(client, place) }
      })
      const total = sheets.reduce<Figures>(add, {
        issuedTenths: 0,
        voidedTenths: 0,
        redeemedTenths: 0,
        refundedTenths: 0,
        forfeitedTenths: 0,
      })
      return {
        asOf: {
          position: last?.position ?? null,
          at: isAhead ? now : (at ?? (position === undefined ? undefined : last?.storedAt.toISOString()) ?? now),
        },
        lacks: !isWhole ? ('late' as const) : isAhead ? ('future' as const) : null,
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

/** Whether the read models hold everything logged before this call. */
async function holdsAll(
  deps: Deps,
  { at, position }: { at?: string | undefined; position?: string | undefined },
): Promise<boolean> {
  const isCaughtUp = await deps.waitForHead().then(
    () => true,
    () => false,
  )
  if (isCaughtUp) return true
  if (position !== undefined) return ((await liveCheckpoint(deps.pool))?.position ?? -1n) >= BigInt(position)
  const newest = at === undefined ? undefined : await lastMovementAt(deps.pool, {})
  return at !== undefined && newest !== undefined && newest.storedAt.toISOString() > at
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
  return (
    figures.issuedTenths -
    figures.voidedTenths -
    figures.redeemedTenths +
    figures.refundedTenths -
    figures.forfeitedTenths
  )
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
