/** To which account an award by code goes, where the code may be a card's (decision 53). */
import type { BuyerOfCode } from '#accounts/users.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
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

/** A card claimed since its code was looked up refuses the award, which then goes to the person's account. */
export async function awardUnlessClaimed(
  { users }: Pick<Deps, 'users'>,
  { code, accountId, buyer }: { code: string; accountId: number; buyer: BuyerOfCode },
  award: (accountId: number) => Promise<CommandResult>,
): Promise<CommandResult> {
  const done = await award(accountId)
  if (done.kind !== 'refused' || done.code !== 'account_closed' || accountId !== buyer.cardId) return done
  users.forget({ id: accountId, buyerCode: code })
  const now = await users.buyerIdByCode(code)
  return now && now.id !== accountId ? award(now.id) : done
}
