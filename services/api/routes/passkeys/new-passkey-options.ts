import type { FastifyRequest } from 'fastify'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { errorSchema } from '#contracts/calls/errors.ts'
import { knownTransports, newPasskeyOptionsSchema } from '#contracts/calls/account/passkeys.ts'
import { credentialsOf, passkeyHandle } from '#accounts/passkeys.ts'
import { mustChangePassword } from '#accounts/staff/staff.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { CHALLENGE_MS, keepChallenge } from '../../session/passkey-challenges.ts'
import { PASSKEY_ALGORITHMS, relyingParty } from '../../session/relying-party.ts'

/** The person's challenges belong to the session that asked. */
export const holderOf = ({ session }: FastifyRequest, { sessions }: Pick<Deps, 'sessions'>, userId: number): string =>
  `session ${sessions.nameOf(session.sessionId)} ${userId}`

/** H34: somebody else knows the first password, so it adds nothing. */
export function newPasskeyOptions(app: App, deps: Deps): void {
  app.post(
    '/api/auth/passkeys/options',
    {
      config: { ...limitOfPerson(20, 60_000), openToExpired: true },
      schema: { tags: ['auth'], response: { 200: newPasskeyOptionsSchema, '4xx': errorSchema } },
    },
    async (request) => {
      const user = await signedIn(request, deps)
      if (await mustChangePassword(deps.pool, user.id)) throw new ApiError('password_change_required')
      const { id, name } = relyingParty(request, deps.env)
      const credentials = await credentialsOf(deps.pool, user.id)
      const options = await generateRegistrationOptions({
        rpID: id,
        rpName: name,
        userName: user.email,
        userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
        userID: new Uint8Array(Buffer.from(await passkeyHandle(deps.pool, user.id), 'base64url')),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await keepChallenge(deps.redis, holderOf(request, deps, user.id), options.challenge)
      return {
        rp: { id, name },
        user: options.user,
        challenge: options.challenge,
        pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
        timeout: CHALLENGE_MS,
        excludeCredentials: credentials.map((known) => ({
          id: known.id,
          type: 'public-key' as const,
          transports: knownTransports(known.transports),
        })),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      }
    },
  )
}
