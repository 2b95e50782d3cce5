/** People of a shop, and its tills. Names stay in rows; events carry ids. */
import { z } from 'zod'
import { staffRoleSchema } from './business-rights.ts'
import { commandIdSchema } from '../units/ids.ts'
import { nameSchema } from '../units/names.ts'

export const STAFF_NAME_MAX = 60
/** Each makes a session that lasts for months. */
export const TILLS_MAX = 100
export const STAFF_MAX = 500

const staffNameSchema = nameSchema('Please enter a name', STAFF_NAME_MAX)
export const pinSchema = z.string().regex(/^\d{4,8}$/, 'A PIN has 4 to 8 digits')

/** POST /api/business/{id}/staff */
export const addStaffSchema = z.object({ name: staffNameSchema, role: staffRoleSchema, pin: pinSchema })
/** PATCH /api/business/{id}/staff/{staffId}: what is missing stays. */
export const changeStaffSchema = z
  .object({
    name: staffNameSchema.optional(),
    role: staffRoleSchema.optional(),
    pin: pinSchema.optional(),
    active: z.boolean().optional(),
  })
  .nullish()
export type ChangeStaff = NonNullable<z.infer<typeof changeStaffSchema>>

export const staffMemberSchema = z.object({
  staffId: commandIdSchema,
  name: z.string(),
  role: staffRoleSchema,
  active: z.boolean(),
})
/**
 * `signIn`: null for a person who has no account and no open invitation. `invitedUntil`: null once accepted. `allowed`:
 * false until the owner allows it (again), also for an invitation that a new password of the owner has ended.
 */
const listedStaffSchema = staffMemberSchema.extend({
  signIn: z.object({ email: z.string(), invitedUntil: z.string().nullable(), allowed: z.boolean() }).nullable(),
})
export type ListedStaff = z.infer<typeof listedStaffSchema>
export const staffReplySchema = z.object({ staff: z.array(listedStaffSchema) })
/** Without the name, which must not outlive the person. */
export const staffAddedSchema = z.object({ staffId: commandIdSchema, message: z.string() })
export const staffRemovedSchema = z.object({ staffId: commandIdSchema, message: z.string() })

/** Idle seconds until a till locks by itself; 0: after each act. */
const locksAfterSecondsSchema = z.number().int().min(0).max(3_600)
export const LOCKS_AFTER_SECONDS = 120

export const PAIRING_CODE_MS = 10 * 60 * 1000

/** POST /api/business/{id}/tills */
export const addTillSchema = z.object({
  name: nameSchema('Please enter a name', STAFF_NAME_MAX),
  locksAfterSeconds: locksAfterSecondsSchema.default(LOCKS_AFTER_SECONDS),
  branchId: commandIdSchema.nullable().optional(),
})

/** PATCH /api/business/{id}/tills/{tillId}: what is missing stays; `branchId` null: no branch any more. */
export const changeTillSchema = z
  .object({
    name: nameSchema('Please enter a name', STAFF_NAME_MAX).optional(),
    locksAfterSeconds: locksAfterSecondsSchema.optional(),
    branchId: commandIdSchema.nullable().optional(),
  })
  .nullish()
export type ChangeTill = NonNullable<z.infer<typeof changeTillSchema>>

export const tillSchema = z.object({
  tillId: commandIdSchema,
  name: z.string(),
  branchId: commandIdSchema.nullable(),
  locksAfterSeconds: z.number().int(),
  /** Null until the pairing code is used. */
  pairedAt: z.string().nullable(),
})
/** `lastSeenAt`: of its last call, to ten minutes; null before it is paired. */
const listedTillSchema = tillSchema.extend({ lastSeenAt: z.string().nullable() })
export const tillsReplySchema = z.object({ tills: z.array(listedTillSchema) })
/** `pairingCode`: shown once, single use. */
export const tillAddedSchema = z.object({ till: tillSchema, pairingCode: z.string(), expiresAt: z.string() })
export const tillRevokedSchema = z.object({ tillId: commandIdSchema, message: z.string() })
