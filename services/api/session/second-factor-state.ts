import type { FastifyRequest } from 'fastify'
import type { SecondFactorState } from '#contracts/calls/account/second-factor.ts'
import type { StaffFactors } from '#accounts/second-factor/staff-factors.ts'
import { isPublicInstallation } from '#platform/env/demo.ts'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface Session {
    /** Staff: opened by a passkey, or followed by a code. */
    secondFactor?: true
  }
}

/**
 * What a staff session still needs (decision 55). An account with an authenticator app asks for its code everywhere; a
 * passkey suffices as the second factor, and is demanded, in production.
 */
export function secondFactorState(
  { session }: Pick<FastifyRequest, 'session'>,
  { env }: Pick<Deps, 'env'>,
  { hasTotp, hasPasskeys }: StaffFactors,
): SecondFactorState {
  const isDemanded = isPublicInstallation(env)
  if (hasTotp) return session.secondFactor ? 'ok' : 'code_required'
  if (!isDemanded) return 'ok'
  if (hasPasskeys) return session.secondFactor ? 'ok' : 'passkey_required'
  return 'setup_required'
}
