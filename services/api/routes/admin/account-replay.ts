import { z } from 'zod'
import { accountReplayReplySchema } from '#contracts/calls/staff/admin.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { decimalString } from '#contracts/units/points.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { allAccountEvents } from '#ledger/account-events.ts'
import { accountRows } from '#projections/self-check/account-rows.ts'
import { compareAccount } from '#projections/self-check/compare-account.ts'
import { administratorBehind } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Folds one account's events from the store beside the read models, and marks the first difference. */
export function accountReplay(app: App, deps: Deps): void {
  app.get(
    '/api/admin/accounts/:businessId/:buyerId/replay',
    {
      schema: {
        tags: ['admin'],
        params: z.object({ businessId: userIdSchema, buyerId: userIdSchema }),
        response: { 200: accountReplayReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administratorBehind(request, deps)
      const { businessId, buyerId } = request.params
      const rows = await accountRows(deps.pool, businessId, buyerId)
      const events = await allAccountEvents(deps, accountStream(businessId, buyerId))
      if (events.length === 0 && !rows.balance) throw new ApiError('not_found')
      const { steps, state, events: counted, extraLines, redemptions, differences } = compareAccount(events, rows)
      const codes = await buyerCodes(deps.pool, [buyerId])
      const first = steps.findIndex(({ agrees }) => !agrees)
      return {
        businessId,
        buyer: { id: buyerId, buyerId: codes.get(buyerId) ?? '' },
        steps: steps.map(({ event, deltaTenths, balanceTenths, line, agrees }) => ({
          revision: event.revision,
          position: String(event.position),
          eventId: event.id,
          type: event.type,
          recordedAt: event.metadata.recordedAt,
          points: decimalString(deltaTenths),
          balance: decimalString(balanceTenths),
          line: line && {
            points: decimalString(line.deltaTenths),
            balance: decimalString(line.balanceTenths),
            type: line.type,
          },
          agrees,
        })),
        fold: { balance: decimalString(state.balanceTenths), closed: state.closed, events: counted },
        row: rows.balance
          ? {
              balance: decimalString(rows.balance.balanceTenths),
              closed: rows.balance.closed,
              events: rows.balance.events,
            }
          : null,
        extraLines: extraLines.map(({ position }) => position),
        redemptions,
        first: first < 0 ? null : first,
        agrees: differences.length === 0,
        asOf: rows.asOf === null ? null : String(rows.asOf),
      }
    },
  )
}
