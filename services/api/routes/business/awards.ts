import { z } from 'zod'
import {
  awardsQuerySchema,
  awardsReplySchema,
  VOID_WINDOW_MS,
  type RecentAward as AwardLine,
} from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { OWN_ACT_MS } from '#contracts/rights/business-rights.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString, pointsNumber, tenthsForAmount } from '#contracts/units/points.ts'
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { balancesOfBuyers } from '#projections/account-balances/queries.ts'
import { firstPositionSince } from '#projections/daily-book/queries.ts'
import { recentAwards, type RecentAward } from '#projections/movements/queries.ts'
import { ownBusiness } from '../../guards/access.ts'
import { isOwnOnly } from '../../guards/own-acts.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Corrections have the same right (contracts/rights/business-rights.ts). */
const VOID = 'POST /api/business/{id}/awards/{awardId}/void'

type Account = { balanceTenths: number; closed: boolean } | undefined

/** H3, H4: latest awards, each with whether it can be voided or corrected. A till gets its own of today and yesterday. */
export function awards(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/awards',
    {
      // The counter reloads it, which must not keep a till unlocked.
      config: { isNoAct: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        querystring: awardsQuerySchema,
        response: { 200: awardsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { limit, before } = request.query
      const now = deps.now()
      const { till } = request
      const fromPosition =
        till && (await firstPositionSince(deps.pool, business.userId, yerevanDay(new Date(now.getTime() - DAY_MS))))
      if (till && fromPosition === undefined) return { awards: [], next: null }
      const rows = await recentAwards(deps.pool, business.userId, {
        limit,
        ...(before === undefined ? {} : { beforePosition: before }),
        ...(till && fromPosition ? { ofTill: { tillId: till.till.tillId, fromPosition } } : {}),
      })
      const buyerIds = [...new Set(rows.map((row) => row.buyerId))]
      const [codes, accounts] = await Promise.all([
        buyerCodes(deps.pool, buyerIds),
        balancesOfBuyers(deps.pool, business.userId, buyerIds),
      ])
      const windowMs = till && isOwnOnly(till, VOID) ? OWN_ACT_MS : VOID_WINDOW_MS
      return {
        awards: rows.map((row) =>
          awardLine(row, { code: codes.get(row.buyerId) ?? '', account: accounts.get(row.buyerId), now, windowMs }),
        ),
        next: rows.length === limit ? (rows.at(-1)?.position ?? null) : null,
      }
    },
  )
}

function awardLine(
  row: RecentAward,
  { code, account, now, windowMs }: { code: string; account: Account; now: Date; windowMs: number },
): AwardLine {
  const until = new Date(row.recordedAt.getTime() + windowMs)
  const why = whyNot(row, account, now > until)
  const whyNotCorrect = why === 'already_spent' ? null : why
  const balance = account && !account.closed ? account.balanceTenths : null
  return {
    awardId: row.awardId ?? '',
    buyerId: code,
    points: pointsNumber(row.deltaTenths),
    amountSpent: row.amountAmd ?? 0,
    receipt: row.receipt,
    recordedAt: row.recordedAt.toISOString(),
    happenedAt: row.happenedAt.toISOString(),
    staffId: row.staffId,
    tillId: row.tillId,
    branchId: row.branchId,
    voided: row.voidedAt
      ? {
          at: row.voidedAt.toISOString(),
          reason: row.voidReason ?? '',
          by: byWhom(row.voidActorRole, row.voidOnBehalfOf),
        }
      : null,
    undo: {
      possible: why === null,
      why,
      until: until.toISOString(),
      balance: balance === null ? null : decimalString(balance),
      balanceAfter: balance === null || why !== null ? null : decimalString(balance - row.heldTenths),
    },
    corrected: correctedOf(row),
    correction: { possible: whyNotCorrect === null, why: whyNotCorrect, held: decimalString(row.heldTenths) },
  }
}

function correctedOf(row: RecentAward): AwardLine['corrected'] {
  const { correctedAt, correctedAmountAmd, correctReason, correctMissingTenths } = row
  if (correctedAt === null || correctedAmountAmd === null) return null
  return {
    at: correctedAt.toISOString(),
    reason: correctReason ?? '',
    by: byWhom(row.correctActorRole, row.correctOnBehalfOf),
    amountSpent: correctedAmountAmd,
    points: decimalString(tenthsForAmount(correctedAmountAmd)),
    missing: decimalString(correctMissingTenths ?? 0),
  }
}

function byWhom(actorRole: string | null, onBehalfOf: number | null): 'business' | 'support' | 'admin' {
  if (onBehalfOf !== null) return 'support'
  return actorRole === 'admin' ? 'admin' : 'business'
}

/** Preview of the account's rules (ledger/account/void-award.ts). */
function whyNot(row: RecentAward, account: Account, isLate: boolean): AwardLine['undo']['why'] {
  if (row.voidedAt) return 'already_voided'
  if (!account || account.closed) return 'account_closed'
  if (isLate) return 'too_late'
  return row.heldTenths > account.balanceTenths ? 'already_spent' : null
}
