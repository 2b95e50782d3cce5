/** Where somebody stands once the address is verified, by whichever mail. */
import type { BusinessStatus } from '#contracts/calls/session.ts'
import type { User } from '#accounts/users.ts'
import { approveAutomatically } from '#businesses/status/auto-approve.ts'
import type { Deps } from '../../deps.ts'

/** A business that waits is approved where its legal status needs nobody's yes (H21). */
export async function statusOnceVerified(
  deps: Pick<Deps, 'pool' | 'businesses' | 'now'>,
  user: Pick<User, 'id' | 'role'>,
  correlationId: string,
): Promise<BusinessStatus> {
  if (user.role !== 'business') return 'active'
  const statusNow = async () => {
    deps.businesses.forget(user.id)
    return (await deps.businesses.byUserId(user.id))?.status ?? 'closed'
  }
  const status = await statusNow()
  if (status !== 'pending') return status
  await approveAutomatically(deps.pool, user.id, { correlationId, now: deps.now() })
  // Asked again also where this call has changed nothing: of two that come at once, the other one did (R125).
  return statusNow()
}
