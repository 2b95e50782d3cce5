import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import type { User } from '#accounts/users.ts'
import { approveAutomatically } from '#businesses/status/auto-approve.ts'
import type { Deps } from '../../deps.ts'

/** The status after any verification; approves automatically if allowed (H21). */
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
  // Re-read even without an approval: a simultaneous call may have made it (R125).
  return statusNow()
}
