/** Where somebody stands once the address is verified, by whichever mail. */
import type { BusinessStatus } from '#contracts/session.ts'
import type { User } from '#accounts/users.ts'
import { approveAutomatically } from '#businesses/auto-approve.ts'
import type { Deps } from './deps.ts'

/** A business that waits is approved where its legal status needs nobody's yes (H21). */
export async function statusOnceVerified(deps: Deps, user: Pick<User, 'id' | 'role'>, correlationId: string): Promise<BusinessStatus> {
  if (user.role !== 'business') return 'active'
  deps.businesses.forget(user.id)
  const status = (await deps.businesses.byUserId(user.id))?.status ?? 'closed'
  if (status !== 'pending' || !(await approveAutomatically(deps.pool, user.id, { correlationId, now: deps.now() }))) return status
  deps.businesses.forget(user.id)
  return 'active'
}
