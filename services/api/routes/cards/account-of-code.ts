/** To which account an award by code goes, where the code may be a card's (decision 53). */
import { mergeAccount } from '#accounts/cards/merge-cards.ts'
import type { BuyerOfCode } from '#accounts/users.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * users.id or cards.id. An award that the card got before it was claimed is answered by the card's account: there its
 * key is known, and on the person's account the retry would award again.
 */
export async function accountOfCode(
  { ledger }: Pick<Deps, 'ledger'>,
  { id, cardId }: BuyerOfCode,
  { businessId, actorId, key }: { businessId: number; actorId: number; key: string | undefined },
): Promise<number> {
  if (cardId === null || cardId === id || key === undefined) return id
  return (await ledger.seen(businessId, cardId, commandIdOf(ledgerIds, actorId, key))) ? cardId : id
}

/**
 * Ends a claimed card's account here first, so that another try with this key that is still under way cannot award
 * there after this one has looked. What that try has reserved is freed. Throws 503 if the ledger is away.
 */
export async function accountToAward(
  deps: Pick<Deps, 'awards' | 'pool' | 'ledger'>,
  buyer: BuyerOfCode,
  by: { businessId: number; actorId: number; key: string },
): Promise<number> {
  const { id, cardId } = buyer
  const isClaimed = cardId !== null && cardId !== id
  const isMerged =
    !isClaimed || (await mergeAccount(deps.pool, deps.ledger, by.businessId, { cardId, holderId: id })) !== undefined
  if (!isMerged) throw new ApiError('busy')
  const accountId = await accountOfCode(deps, buyer, by)
  if (isClaimed && accountId === id) await deps.awards.freeEnded({ ...by, buyerId: cardId })
  return accountId
}

/** A card claimed since its code was looked up refuses the award, which then goes to the person's account. */
export async function awardUnlessClaimed(
  { awards, users }: Pick<Deps, 'awards' | 'users'>,
  {
    code,
    accountId,
    buyer,
    by,
  }: {
    code: string
    accountId: number
    buyer: BuyerOfCode
    by: { businessId: number; actorId: number; key: string }
  },
  award: (accountId: number) => Promise<CommandResult>,
): Promise<CommandResult> {
  const done = await award(accountId)
  if (done.kind !== 'refused' || done.code !== 'account_closed' || accountId !== buyer.cardId) return done
  users.forget({ id: accountId, buyerCode: code })
  const now = await users.buyerIdByCode(code)
  if (!now || now.id === accountId) return done
  await awards.freeEnded({ ...by, buyerId: accountId })
  return award(now.id)
}
