import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { adminUserSchema } from '#contracts/calls/staff/admin.ts'
import { staffFactors } from '#accounts/second-factor/staff-factors.ts'
import { sessionUser, type User } from '#accounts/users.ts'
import type { Deps } from '../deps.ts'
import { secondFactorState } from './second-factor-state.ts'

/** The staff member with what the session still needs. */
export async function staffUser(
  request: FastifyRequest,
  deps: Deps,
  user: User,
): Promise<z.infer<typeof adminUserSchema>> {
  const factors = await staffFactors(deps.pool, user.id)
  return {
    ...sessionUser(user),
    mustChangePassword: factors.mustChangePassword,
    secondFactor: secondFactorState(request, deps, factors),
  }
}
