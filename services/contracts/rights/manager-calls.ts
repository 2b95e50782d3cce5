/** A manager's own sign-in: invited by the owner, accepted by the person (decision 48). */
import { z } from 'zod'
import { newEmailSchema } from '../calls/account/accounts.ts'
import { languageSchema } from '../calls/account/session.ts'
import { DAY_MS } from '../units/time.ts'
import { commandIdSchema } from '../units/ids.ts'
import { passwordSchema } from '../units/passwords.ts'

export const INVITATION_MS = 7 * DAY_MS

/** POST /api/business/{id}/staff/{staffId}/invitation. `language`: of the mail. */
export const inviteManagerSchema = z.object({ email: newEmailSchema, language: languageSchema })
/** The same for every address, so that it does not tell who has an account. */
export const managerInvitedSchema = z.object({ staffId: commandIdSchema, message: z.string() })

/** POST, DELETE /api/business/{id}/staff/{staffId}/sign-in */
export const signInChangedSchema = z.object({ staffId: commandIdSchema, message: z.string() })

/** GET /api/auth/invitation?token= */
export const invitationQuerySchema = z.object({ token: z.string().min(1).max(200) })
/** `email`: the invited address, which becomes that of the account. */
export const invitationReplySchema = z.object({ businessName: z.string(), email: z.string() })

/** POST /api/auth/invitation */
export const acceptInvitationSchema = z.object({
  token: invitationQuerySchema.shape.token,
  password: passwordSchema,
  language: languageSchema,
})
