/** Calls of a paired till (R179: it acts for its business only). */
import { z } from 'zod'
import { commandIdSchema } from '../units/ids.ts'
import { CODE_INPUT_MAX, normaliseCode } from '../units/codes.ts'
import { pinSchema, staffMemberSchema, tillSchema } from './staff-calls.ts'

/**
 * Header of an award made while the network was away: the `unlock` of the person who made it. The award keeps that
 * person although the till has locked since.
 */
export const TILL_UNLOCK = 'till-unlock'

/** POST /api/till/pair */
export const pairTillSchema = z.object({
  code: z
    .string()
    .max(CODE_INPUT_MAX, 'Invalid pairing code')
    .transform(normaliseCode)
    .refine((code) => code.length > 0, 'Invalid pairing code'),
})

/** GET /api/till: `staff` lists those who may unlock; `unlockedBy` is null while locked or without staff. */
export const tillReplySchema = z.object({
  till: tillSchema,
  businessId: z.number().int(),
  businessName: z.string(),
  staff: z.array(staffMemberSchema.omit({ active: true })),
  unlockedBy: commandIdSchema.nullable(),
  /** Also if all people of the shop are inactive, so that nobody can unlock it. */
  needsPin: z.boolean(),
})

export type TillReply = z.infer<typeof tillReplySchema>

/** POST /api/till/unlock */
export const unlockTillSchema = z.object({ staffId: commandIdSchema, pin: pinSchema })
/** `unlock`: see TILL_UNLOCK. */
export const tillUnlockedSchema = z.object({ staffId: commandIdSchema, unlock: z.string() })
export const tillLockedSchema = z.object({ message: z.string() })
