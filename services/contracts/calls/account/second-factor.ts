/** Second factors of administrators and auditors (decision 55). */
import { z } from 'zod'
import { withoutUnseen } from '../../units/names.ts'

export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LENGTH = 16

/**
 * Of the session: `code_required`, `passkey_required`: only that opens it, a passkey always. `setup_required`: the
 * account must set up a second factor first.
 */
export const secondFactorStateSchema = z.enum(['ok', 'code_required', 'passkey_required', 'setup_required'])
export type SecondFactorState = z.infer<typeof secondFactorStateSchema>

/** Six digits of an authenticator app; other codes are recovery codes. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

/** In any letter case, with or without spaces and hyphens. */
const codeSchema = z
  .string()
  .max(60)
  .transform((typed) =>
    withoutUnseen(typed.normalize('NFKC'))
      .toUpperCase()
      .replaceAll(/[\s\p{Pd}\u2212]/gu, ''),
  )
const appCodeSchema = codeSchema.refine(isTotpCode, 'The app shows 6 digits')
const anyCodeSchema = codeSchema.refine(
  (code) => isTotpCode(code) || /^[2-9A-HJKMNP-Z]{16}$/.test(code),
  'A code has 6 digits, a recovery code 16 letters and digits',
)

/** POST /api/auth/second-factor and POST /api/auth/second-factor/totp/remove: of the app, or a recovery code. */
export const secondFactorCodeSchema = z.object({ code: anyCodeSchema })
/** POST /api/auth/second-factor/totp/activate */
export const totpCodeSchema = z.object({ code: appCodeSchema })

/** GET /api/auth/second-factor. `totp`: null without an active authenticator app. */
export const secondFactorReplySchema = z.object({
  state: secondFactorStateSchema,
  totp: z.object({ since: z.iso.datetime(), recoveryCodes: z.number().int() }).nullable(),
})
export type SecondFactor = z.infer<typeof secondFactorReplySchema>

/** POST /api/auth/second-factor/totp. `secret`: base32. `uri`: what apps read from a QR code. */
export const totpBegunSchema = z.object({ secret: z.string(), uri: z.string() })
export type TotpBegun = z.infer<typeof totpBegunSchema>

/** In the response to the activation only; shown once. */
export const totpActivatedSchema = z.object({ recoveryCodes: z.array(z.string()) })
export type TotpActivated = z.infer<typeof totpActivatedSchema>
