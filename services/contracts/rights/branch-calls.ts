/** Branches of a business. A till may stand in one; names stay in rows, events carry ids. */
import { z } from 'zod'
import { commandIdSchema } from '../units/ids.ts'
import { nameSchema } from '../units/names.ts'

export const BRANCHES_MAX = 50
export const BRANCH_NAME_MAX = 60

/** POST /api/business/{id}/branches, PATCH …/branches/{branchId} */
export const branchNameSchema = z.object({ name: nameSchema('Please enter a name', BRANCH_NAME_MAX) })

export const branchSchema = z.object({ branchId: commandIdSchema, name: z.string() })
export const branchesReplySchema = z.object({ branches: z.array(branchSchema) })
export const branchRemovedSchema = z.object({ branchId: commandIdSchema, message: z.string() })
