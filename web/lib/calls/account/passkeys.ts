/** Passkeys of the account. Each call rejects with ApiError. */
import {
  newPasskeyOptionsSchema,
  passkeySchema,
  passkeysReplySchema,
  type PasskeyEntry,
} from '#contracts/calls/account/passkeys.ts'
import { anyReply } from '#web/lib/api/any-reply.ts'
import { api } from '#web/lib/api/api.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { fetchCode } from '#web/lib/api/fetch-code.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import { passkeyProblem, type PasskeyProblem } from '#web/lib/device/passkeys.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'

export const PASSKEYS_PATH = '/api/auth/passkeys'

export const usePasskeys = (): Reading<PasskeyEntry[]> => useRead(PASSKEYS_PATH, passkeysReplySchema)

const askOptions = confirmed((key: string) =>
  api.write({ method: 'POST', path: `${PASSKEYS_PATH}/options`, key, reply: newPasskeyOptionsSchema }),
)
const postPasskey = confirmed((body: object, key: string) =>
  api.write({ method: 'POST', path: PASSKEYS_PATH, body, key, reply: passkeySchema }),
)

/** Asks for the password if needed, then the device. */
export async function addPasskey(name: string): Promise<PasskeyEntry | PasskeyProblem> {
  const { startRegistration } = await fetchCode(() => import('@simplewebauthn/browser'))
  const optionsJSON = await askOptions(newKey())
  const credential = await startRegistration({ optionsJSON }).catch(passkeyProblem)
  if (typeof credential === 'string') return credential
  const { id, rawId, type, response } = credential
  const { clientDataJSON, attestationObject, transports } = response
  const body = { name, credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } } }
  return postPasskey(body, newKey())
}

export const renamePasskey = ({ id, name }: { id: string; name: string }, key: string): Promise<PasskeyEntry> =>
  api.write({ method: 'PATCH', path: `${PASSKEYS_PATH}/${id}`, body: { name }, key, reply: passkeySchema })

export const removePasskey = confirmed((id: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${PASSKEYS_PATH}/${id}`, key, reply: anyReply }),
)
