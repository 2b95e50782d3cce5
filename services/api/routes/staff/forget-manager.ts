import type { Deps } from '../../deps.ts'

/** Call after changing the rights of a shop's person: in this process they then count at once. `userId`: the account. */
export function forgetManager(deps: Pick<Deps, 'managers' | 'users'>, userId: number | null): void {
  if (userId === null) return
  deps.managers.forget(userId)
  deps.users.forget({ id: userId, buyerCode: null })
}
