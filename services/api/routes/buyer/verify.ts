import { z } from 'zod'
import { buyerVerifyReplySchema, type BuyerHere } from '#contracts/calls/business.ts'
import { buyerCodeSchema } from '#contracts/units/codes.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { decimalString } from '#contracts/units/points.ts'
import { perksOfBusiness } from '#businesses/perks/perks.ts'
import { balancesOfBuyers } from '#projections/account-balances/queries.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** Enough for a queue of customers, too few to enumerate codes (H16). */
const LIMIT = limitOfPerson(120, 60_000)

/** R203, H16: businesses only; returns the code, a first letter, and balance and perks at the asking business. */
export function verifyBuyer(app: App, deps: Deps): void {
  app.get(
    '/api/buyer/verify/:buyerId',
    {
      config: LIMIT,
      schema: {
        tags: ['buyer'],
        params: z.object({
          buyerId: buyerCodeSchema.describe('A buyer code, in any letter case, with or without spaces and hyphens.'),
        }),
        response: { 200: buyerVerifyReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await signedIn(request, deps)
      if (user.role !== 'business') throw new ApiError('forbidden')
      const code = request.params.buyerId
      await deps.triedCodes.count(user.id, code)
      const found = await deps.users.buyerIdByCode(code)
      const buyer = found && (await deps.users.byId(found.id))
      const isOpenCard = found !== undefined && found.id === found.cardId
      if (!found || (!buyer && !isOpenCard)) throw new ApiError('buyer_not_found')
      return {
        buyerId: code,
        // Nobody has claimed the card yet.
        hint: buyer ? `${Array.from(buyer.firstName)[0] ?? ''}.` : '',
        message: 'Buyer verified',
        here: await buyerHere(deps, user.id, found.id),
      }
    },
  )
}

async function buyerHere(deps: Deps, businessId: number, buyerId: number): Promise<BuyerHere> {
  const [balances, perks] = await Promise.all([
    balancesOfBuyers(deps.pool, businessId, [buyerId]),
    perksOfBusiness(deps.pool, businessId),
  ])
  const account = balances.get(buyerId)
  const balanceTenths = account && !account.closed ? account.balanceTenths : 0
  const shown = perks.map(({ name, costTenths }) => ({ name, pointsRequired: decimalString(costTenths) }))
  const affordable = perks.filter(({ costTenths }) => costTenths <= balanceTenths).length
  return {
    balance: decimalString(balanceTenths),
    affordable: shown.slice(0, affordable),
    next: shown[affordable] ?? null,
  }
}
