/** Leaving (H25), where accounts, businesses, files and the ledger meet. */
import { closeInLedger } from '#accounts/close-accounts.ts'
import { eraseWhoLeaves, orderFarewell } from '#accounts/erase.ts'
import { removeAllLogos } from '#businesses/profile/logos.ts'
import { closeBusiness } from '#businesses/status/status-changes.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { balancesOfBuyer } from '#projections/account-balances/queries.ts'
import { pendingAtBusiness } from '#projections/redemptions/queries.ts'
import type { Deps } from '../../deps.ts'

type Leaving = { userId: number; role: 'buyer' | 'business' }

/** All rows at once: the person is gone, or nothing has happened. */
export async function leave(deps: Deps, { userId, role }: Leaving, correlationId: string): Promise<void> {
  const by = { actor: { userId, role }, correlationId, at: deps.now() }
  const person = await inTransaction(deps.pool, async (client) => {
    const erased = await eraseWhoLeaves(client, { userId, role }, by, (transaction, id, recording) =>
      closeBusiness(transaction, id, recording, deps.billing.provider),
    )
    if (erased) await orderFarewell(client, erased.person)
    return erased?.person
  })
  if (!person) return
  deps.users.forget(person)
  deps.businesses.forget(userId)
  // Where these fail, the chores find a document that nobody refers to, and the logos of a closing that is not finished.
  if (person.idDocumentUrl) await deps.files.delete(person.idDocumentUrl).catch(() => {})
  if (role === 'business') await removeAllLogos(deps.files, userId).catch(() => {})
}

/** Whoever leaves waits for the answer: a business with thousands of unused codes is not kept until the last of them is given back. */
const TELL_WITHIN_MS = 2_000

/** A first attempt at once, for who looks right after; the worker makes sure. */
export async function tellLedger(
  deps: Pick<Deps, 'pool' | 'ledger' | 'waitForHead' | 'log'>,
  leaving: Leaving,
): Promise<void> {
  const open = {
    accountsOfBuyer: async (buyerId: number) =>
      (await balancesOfBuyer(deps.pool, buyerId)).map(({ businessId }) => businessId),
    pendingAtBusiness: (businessId: number) => pendingAtBusiness(deps.pool, businessId),
  }
  try {
    await deps.waitForHead()
    const endsAt = performance.now() + TELL_WITHIN_MS
    await closeInLedger(deps.ledger, open, leaving, () => performance.now() < endsAt)
  } catch (error) {
    deps.log.warn({ err: error }, 'the ledger hears of a leaving later')
  }
}
