import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { passkeyLoginOptionsSchema, passkeyLoginSchema } from '#contracts/calls/account/passkeys.ts'
import { sessionUserSchema } from '#contracts/calls/account/session.ts'
import { notePasskeyUse, passkeyForSignIn, type Proving } from '#accounts/passkeys.ts'
import { ApiError } from '../../http/api-error.ts'
import { optionalKey } from '../../idempotency/idempotency-key.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { PUBLIC_FORM_LIMIT, SIGN_IN_LIMIT } from '../../plugins/rate-limit.ts'
import { noteSecurity } from '../../session/note-security.ts'
import { openProved } from '../../session/open-proved.ts'
import { browserOf, CHALLENGE_MS, keepChallenge, nameBrowser, takeChallenge } from '../../session/passkey-challenges.ts'
import { relyingParty } from '../../session/relying-party.ts'

/** The same for everybody: the device knows its accounts. */
export function passkeyLoginOptions(app: App, deps: Deps): void {
  app.post(
    '/api/auth/passkey-login/options',
    {
      config: PUBLIC_FORM_LIMIT,
      schema: { tags: ['auth'], response: { 200: passkeyLoginOptionsSchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const { id: rpId } = relyingParty(request, deps.env)
      const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
      await keepChallenge(deps.redis, nameBrowser(request, reply, deps.env), challenge)
      return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' as const }
    },
  )
}

/** Everything after the proof is as with a password (R187, R207). */
export function passkeyLogin(app: App, deps: Deps): void {
  app.post(
    '/api/auth/passkey-login',
    {
      config: { ...SIGN_IN_LIMIT, retry: 'signsIn' },
      schema: { tags: ['auth'], body: passkeyLoginSchema, response: { 200: sessionUserSchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const passkey = await passkeyForSignIn(deps.pool, request.body.id)
      if (!passkey) throw new ApiError('passkey_refused')
      const { user } = passkey
      await countAttempt(request, deps, passkey)
      if (!(await isProved(request, deps, passkey, request.body))) {
        await noteSecurity(request, deps, { what: 'passkey_sign_in', userId: user.id, result: 'passkey_refused' })
        throw new ApiError('passkey_refused')
      }
      return openProved(request, reply, deps, { what: 'passkey_sign_in', user, attemptsOf: attemptsOf(passkey) })
    },
  )
}

/** Apart from passwords: whoever guesses those must not lock out a passkey, which nobody can guess. */
const attemptsOf = ({ user }: Proving) => ({ passkeysOf: user.id })

async function countAttempt(request: FastifyRequest, deps: Deps, passkey: Proving): Promise<void> {
  const { user } = passkey
  try {
    await deps.signIns.attempt(request, attemptsOf(passkey), user.id)
  } catch (error) {
    if (error instanceof ApiError)
      await noteSecurity(request, deps, { what: 'lock_out', userId: user.id, result: error.code })
    throw error
  }
}

async function isProved(
  request: FastifyRequest,
  deps: Deps,
  { id, publicKey, userHandle }: Proving,
  { id: credentialId, rawId, type, response }: z.infer<typeof passkeyLoginSchema>,
): Promise<boolean> {
  const holder = browserOf(request, deps.env)
  if (holder === undefined || response.userHandle !== userHandle) return false
  const taken = await takeChallenge(deps.redis, holder, response.clientDataJSON, optionalKey(request))
  if (!taken) return false
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(request, deps.env)
  const proof = await verifyAuthenticationResponse({
    response: { id: credentialId, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: taken.challenge,
    expectedOrigin,
    expectedRPID,
    // notePasskeyUse compares the counter, in the statement that stores it: two calls at once cannot both pass.
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    request.log.info({ err: error }, 'a passkey was refused')
    return undefined
  })
  if (!proof?.verified) return false
  return notePasskeyUse(
    deps.pool,
    { id, counter: proof.authenticationInfo.newCounter, isRetry: taken.isRetry },
    deps.now(),
  )
}
