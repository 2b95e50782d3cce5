/** Passkey calls and the device's part of them. Each rejects with ApiError. */
import {
  newPasskeyOptionsSchema,
  passkeyLoginOptionsSchema,
  passkeySchema,
  passkeysReplySchema,
  type PasskeyEntry,
} from '#contracts/calls/passkeys.ts'
import { sessionUserSchema, type SessionUser } from '#contracts/calls/session.ts'
import { anyReply } from '#web/lib/api/any-reply.ts'
import { api } from '#web/lib/api/api.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { fetchCode } from '#web/lib/api/fetch-code.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'

export const PASSKEYS_PATH = '/api/auth/passkeys'
const LOGIN_PATH = '/api/auth/passkey-login'

export const usePasskeys = (): Reading<PasskeyEntry[]> => useRead(PASSKEYS_PATH, passkeysReplySchema)

const IP_ADDRESS = /^[\d.]+$|:/

/** False in browsers without passkeys, on pages without encryption, and at IP addresses, for which there are none. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window && !IP_ADDRESS.test(location.hostname)

/** The library weighs on nobody who has not asked for a passkey. */
const library = () => fetchCode(() => import('@simplewebauthn/browser'))

/** 'known': the device has a passkey of this account. 'stopped': the person or the device ended the prompt. */
export type PasskeyProblem = 'known' | 'stopped'

const problemOf = (error: unknown): PasskeyProblem =>
  error instanceof Error && error.name === 'InvalidStateError' ? 'known' : 'stopped'

const askOptions = confirmed((key: string) =>
  api.write({ method: 'POST', path: `${PASSKEYS_PATH}/options`, key, reply: newPasskeyOptionsSchema }),
)
const postPasskey = confirmed((body: object, key: string) =>
  api.write({ method: 'POST', path: PASSKEYS_PATH, body, key, reply: passkeySchema }),
)

/** Asks for the password if needed, then the device. */
export async function addPasskey(name: string): Promise<PasskeyEntry | PasskeyProblem> {
  const { startRegistration } = await library()
  const optionsJSON = await askOptions(newKey())
  const credential = await startRegistration({ optionsJSON }).catch(problemOf)
  if (typeof credential === 'string') return credential
  const { id, rawId, type, response } = credential
  const { clientDataJSON, attestationObject, transports } = response
  const body = { name, credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } } }
  return postPasskey(body, newKey())
}

/** Signs in with a passkey that the person chooses on the device. */
export async function signInByPasskey(key: string): Promise<SessionUser | PasskeyProblem> {
  const { startAuthentication } = await library()
  const optionsJSON = await api.write({
    method: 'POST',
    path: `${LOGIN_PATH}/options`,
    key: newKey(),
    reply: passkeyLoginOptionsSchema,
  })
  const credential = await startAuthentication({ optionsJSON }).catch(problemOf)
  if (typeof credential === 'string') return credential
  const { id, rawId, type, response } = credential
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const body = { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
  return api.write({ method: 'POST', path: LOGIN_PATH, body, key, reply: sessionUserSchema })
}

export const renamePasskey = ({ id, name }: { id: string; name: string }, key: string): Promise<PasskeyEntry> =>
  api.write({ method: 'PATCH', path: `${PASSKEYS_PATH}/${id}`, body: { name }, key, reply: passkeySchema })

export const removePasskey = confirmed((id: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${PASSKEYS_PATH}/${id}`, key, reply: anyReply }),
)
