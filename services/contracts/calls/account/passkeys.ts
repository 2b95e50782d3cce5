/** Passkeys (WebAuthn, decision 52). Binary fields are base64url, as in the browser's JSON forms. */
import { z } from 'zod'
import { commandIdSchema } from '../../units/ids.ts'
import { nameSchema } from '../../units/names.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'Invalid input')
const credentialId = base64url(1_400)
const type = z.enum(['public-key'])
const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))

/** PATCH /api/auth/passkeys/{id} */
export const passkeyNameSchema = z.object({ name: nameSchema('Please enter a name', PASSKEY_NAME_MAX) })

export const passkeySchema = z.object({
  id: commandIdSchema,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type PasskeyEntry = z.infer<typeof passkeySchema>
/** GET /api/auth/passkeys: oldest first. */
export const passkeysReplySchema = z.array(passkeySchema)

/** POST /api/auth/passkeys/options: PublicKeyCredentialCreationOptionsJSON. `timeout` in ms. */
export const newPasskeyOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type })),
  timeout: z.number().int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type, transports })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** POST /api/auth/passkeys: RegistrationResponseJSON, without fields that are not read. */
export const newPasskeySchema = passkeyNameSchema.extend({
  credential: z.object({
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.object({
      clientDataJSON: base64url(8_000),
      attestationObject: base64url(40_000),
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  }),
})

/** POST /api/auth/passkey-login/options: PublicKeyCredentialRequestOptionsJSON. `timeout` in ms. */
export const passkeyLoginOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
})

/** POST /api/auth/passkey-login: AuthenticationResponseJSON, without fields that are not read. */
export const passkeyLoginSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(100),
  }),
})

/** Known transports only: new ones of later browsers are hints that may be dropped. */
export const knownTransports = (given: readonly string[]): z.infer<typeof transports> =>
  given.flatMap((one) => transports.element.safeParse(one).data ?? [])
