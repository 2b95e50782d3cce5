import type { SessionUser } from '#contracts/calls/account/session.ts'
import { useUser } from './session.ts'

/** The business for which a user works: his own, or a manager's (decision 48). Undefined for others. */
export const businessOf = (user: SessionUser | null | undefined): number | undefined =>
  user?.role === 'business' ? user.id : user?.manager?.businessId

/** False for a manager, who sees nothing of account, plan, people and tills. */
export const useIsOwner = (): boolean => useUser()?.role !== 'manager'
