/** Account deletion (H25) across accounts, businesses, files and the ledger. */
import { closeInLedger } from '#accounts/close-accounts.ts'
import { eraseManager, eraseWhoLeaves, orderFarewell } from '#accounts/erase.ts'
import { removeAllLogos } from '#businesses/profile/logos.ts'
import { closeBusiness } from '#businesses/status/status-changes.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { balancesOfBuyer } from '#projections/account-balances/queries.ts'
import { pendingAtBusiness } from '#projections/redemptions/queries.ts'
import type { Deps } from '../../deps.ts'

type Leaving = { userId: number; role: 'buyer' | 'business' | 'manager' }

export type Erased = NonNullable<Awaited<ReturnType<typeof eraseWhoLeaves>>>['person']

/** All rows of the person. Undefined if already erased. */
export async function eraseRows(
  transaction: PoolClient,
  { now, billing }: Pick<Deps, 'now' | 'billing'>,
  { userId, role }: Leaving,
  correlationId: string,
): Promise<Erased | undefined> {
  const by = { actor: { userId, role }, correlationId, at: now() }
  if (role === 'manager') return eraseManager(transaction, userId, by)
  const erased = await eraseWhoLeaves(transaction, { userId, role }, by, (inside, id, recording) =>
    closeBusiness(inside, id, recording, billing.provider),
  )
  if (erased) await orderFarewell(transaction, erased.person)
  return erased?.person
}

/** On failure, chores find the unreferenced document, and the logos of an unfinished closing. */
export async function afterErasing(
  deps: Pick<Deps, 'users' | 'businesses' | 'files'>,
  { userId, role }: Leaving,
  person: Erased,
): Promise<void> {
  deps.users.forget(person)
  deps.businesses.forget(userId)
  if (person.idDocumentUrl) await deps.files.delete(person.idDocumentUrl).catch(() => {})
  if (role === 'business') await removeAllLogos(deps.files, userId).catch(() => {})
}

/** Bounds the response time: a business may have thousands of unused codes. */
const TELL_WITHIN_MS = 2_000

/** A first attempt; the worker completes it. A manager has no accounts in the ledger. */
export async function tellLedger(
  deps: Pick<Deps, 'pool' | 'ledger' | 'waitForHead' | 'log'>,
  { userId, role }: Leaving,
): Promise<void> {
  if (role === 'manager') return
  const open = {
    accountsOfBuyer: async (buyerId: number) =>
      (await balancesOfBuyer(deps.pool, buyerId)).map(({ businessId }) => businessId),
    pendingAtBusiness: (businessId: number) => pendingAtBusiness(deps.pool, businessId),
  }
  try {
    await deps.waitForHead()
    const endsAt = performance.now() + TELL_WITHIN_MS
    await closeInLedger(deps.ledger, open, { userId, role }, () => performance.now() < endsAt)
  } catch (error) {
    deps.log.warn({ err: error }, 'closing a deleted account in the ledger is deferred to the worker')
  }
}
