import type { FastifyRequest } from 'fastify'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { z } from 'zod'
import { errorSchema, type ErrorCode } from '#contracts/calls/errors.ts'
import { knownTransports, newPasskeySchema, passkeySchema } from '#contracts/calls/account/passkeys.ts'
import { addPasskey as insertPasskey, type NewPasskey, type NotAdded } from '#accounts/passkeys.ts'
import { uuid5 } from '#platform/event-store/ids.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { optionalKey } from '../../idempotency/idempotency-key.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { deviceName } from '../../session/device-name.ts'
import { takeChallenge } from '../../session/passkey-challenges.ts'
import { PASSKEY_ALGORITHMS, relyingParty } from '../../session/relying-party.ts'
import { rotateSession } from '../../session/rotate-session.ts'
import { holderOf } from './new-passkey-options.ts'
import { shownPasskey } from './shown-passkey.ts'

const REFUSAL: Record<NotAdded, ErrorCode> = {
  session_over: 'not_signed_in',
  own_password_needed: 'password_change_required',
  too_many: 'too_many_passkeys',
  known: 'passkey_refused',
}

/** Needs a proved password, because a passkey signs in from then on. The session of staff gets a new id. */
export function addPasskey(app: App, deps: Deps): void {
  app.post(
    '/api/auth/passkeys',
    {
      config: { ...limitOfPerson(20, 60_000), openToExpired: true, retry: 'renewsSession' },
      schema: { tags: ['auth'], body: newPasskeySchema, response: { 201: passkeySchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const user = await signedIn(request, deps)
      const { name, credential } = request.body
      const added = await deps.once(
        request,
        { user: user.id, keyless: true },
        request.body,
        async (client, commandId, proved) => {
          const passkey = { ...proved, id: uuid5(commandId, 'passkey'), name }
          const [at, device] = [deps.now(), deviceName(request.headers['user-agent'])]
          const session = { userId: user.id, epoch: request.session.epoch ?? 0 }
          const refusal = await insertPasskey(client, session, passkey, { at, device })
          if (refusal) throw new ApiError(REFUSAL[refusal])
          // Before the commit: a retry by a session without the mark would be refused.
          if (user.role === 'admin' || user.role === 'auditor') await rotateSession(request, { secondFactor: true })
          return shownPasskey({ id: passkey.id, name, createdAt: at, lastUsedAt: null })
        },
        () => provedCredential(request, deps, user.id, credential),
      )
      deps.wake('mail')
      return reply.status(201).send(added)
    },
  )
}

type Credential = z.infer<typeof newPasskeySchema>['credential']

/** Throws 'passkey_refused', also for a challenge that is used, expired or another session's. */
async function provedCredential(
  request: FastifyRequest,
  deps: Deps,
  userId: number,
  { id, rawId, type, response: { clientDataJSON, attestationObject, transports = [] } }: Credential,
): Promise<Omit<NewPasskey, 'id' | 'name'>> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(request, deps.env)
  const taken = await takeChallenge(deps.redis, holderOf(request, deps, userId), clientDataJSON, optionalKey(request))
  if (!taken) throw new ApiError('passkey_refused')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: taken.challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
  }).catch((error: unknown) => {
    request.log.info({ err: error }, 'a new passkey was refused')
    throw new ApiError('passkey_refused')
  })
  // The library compares the attested id with nothing, and `id` is the one whose length is limited.
  if (!verified || registrationInfo.credential.id !== id) throw new ApiError('passkey_refused')
  const { credential } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: knownTransports(transports),
  }
}
