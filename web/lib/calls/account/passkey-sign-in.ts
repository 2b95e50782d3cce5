import { startAuthentication } from '@simplewebauthn/browser'
import { passkeyLoginOptionsSchema } from '#contracts/calls/account/passkeys.ts'
import { sessionUserSchema, type SessionUser } from '#contracts/calls/account/session.ts'
import { api } from '#web/lib/api/api.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import { passkeyProblem, type PasskeyProblem } from '#web/lib/device/passkeys.ts'

const PATH = '/api/auth/passkey-login'

/** Signs in with a passkey that the person chooses on the device. Rejects with ApiError. */
export async function signInByPasskey(key: string): Promise<SessionUser | PasskeyProblem> {
  const optionsJSON = await api.write({
    method: 'POST',
    path: `${PATH}/options`,
    key: newKey(),
    reply: passkeyLoginOptionsSchema,
  })
  const credential = await startAuthentication({ optionsJSON }).catch(passkeyProblem)
  if (typeof credential === 'string') return credential
  const { id, rawId, type, response } = credential
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const body = { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
  return api.write({ method: 'POST', path: PATH, body, key, reply: sessionUserSchema })
}
