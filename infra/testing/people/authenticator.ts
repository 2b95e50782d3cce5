/** An authenticator app without a phone. */
import { Secret, TOTP } from 'otpauth'
import type { TotpActivated, TotpBegun } from '#contracts/calls/account/second-factor.ts'
import { cookieOf, type Person } from './person.ts'

const STEP_MS = 30_000
const PATH = '/api/auth/second-factor/totp'

/** The code of now; `steps` later, or earlier if negative. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

/** Returns the secret in base32. */
export async function beginTotp(person: Person): Promise<string> {
  const { status, body } = await person.write<TotpBegun>('POST', PATH)
  if (status !== 200) throw new Error(`Set-up of an app: ${status} ${body.message}`)
  return body.secret
}

/** Uses up the code of now; that of the next step works at once. The session gets another id. */
export async function setUpTotp(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await beginTotp(person)
  const code = codeOf(secret)
  const { status, body, headers } = await person.write<TotpActivated>('POST', `${PATH}/activate`, { code })
  if (status !== 201) throw new Error(`Activation of an app: ${status} ${body.message}`)
  person.cookie = cookieOf(headers) || person.cookie
  return { secret, recoveryCodes: body.recoveryCodes }
}
