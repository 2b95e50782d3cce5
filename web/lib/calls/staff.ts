/** People, tills and branches of a business; `id` is its users.id. Each call rejects with ApiError. */
import type { z } from 'zod'
import {
  branchesReplySchema,
  branchRemovedSchema,
  branchSchema,
  type branchNameSchema,
} from '#contracts/rights/branch-calls.ts'
import { managerInvitedSchema, signInChangedSchema, type inviteManagerSchema } from '#contracts/rights/manager-calls.ts'
import {
  staffAddedSchema,
  type ListedStaff,
  staffMemberSchema,
  staffRemovedSchema,
  staffReplySchema,
  tillAddedSchema,
  tillRevokedSchema,
  tillSchema,
  tillsReplySchema,
  type addStaffSchema,
  type ChangeStaff,
  type ChangeTill,
  type addTillSchema,
} from '#contracts/rights/staff-calls.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'

export type StaffMember = z.infer<typeof staffMemberSchema>
export type { ListedStaff }
export type Till = z.infer<typeof tillSchema>
export type ListedTill = z.infer<typeof tillsReplySchema>['tills'][number]
export type Branch = z.infer<typeof branchSchema>
export type AddedTill = z.infer<typeof tillAddedSchema>

/** Reads to refresh after a change of people. */
export const staffPath = (id: number): string => `/api/business/${id}/staff`
/** Reads to refresh after a change of tills. */
export const tillsPath = (id: number): string => `/api/business/${id}/tills`
/** Reads to refresh after a change of branches; removing one changes tills too. */
export const branchesPath = (id: number): string => `/api/business/${id}/branches`

export const useStaff = (id: number): Reading<z.infer<typeof staffReplySchema>> =>
  useRead(staffPath(id), staffReplySchema)
export const useTills = (id: number): Reading<z.infer<typeof tillsReplySchema>> =>
  useRead(tillsPath(id), tillsReplySchema)
export const useBranches = (id: number): Reading<z.infer<typeof branchesReplySchema>> =>
  useRead(branchesPath(id), branchesReplySchema)

export const addStaff = (id: number, body: z.infer<typeof addStaffSchema>, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: staffPath(id), body, key, reply: staffAddedSchema })

export const changeStaff = (id: number, staffId: string, body: ChangeStaff, key: string): Promise<StaffMember> =>
  api.write({ method: 'PATCH', path: `${staffPath(id)}/${staffId}`, body, key, reply: staffMemberSchema })

export const removeStaff = (id: number, staffId: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${staffPath(id)}/${staffId}`, key, reply: staffRemovedSchema })

export const inviteManager = (
  id: number,
  { staffId, ...body }: z.infer<typeof inviteManagerSchema> & { staffId: string },
  key: string,
): Promise<unknown> =>
  api.write({
    method: 'POST',
    path: `${staffPath(id)}/${staffId}/invitation`,
    body,
    key,
    reply: managerInvitedSchema,
  })

/** Allows a manager's sign-in again. */
export const allowSignIn = (id: number, staffId: string, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: `${staffPath(id)}/${staffId}/sign-in`, key, reply: signInChangedSchema })

/** Also withdraws an open invitation. */
export const endSignIn = (id: number, staffId: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${staffPath(id)}/${staffId}/sign-in`, key, reply: signInChangedSchema })

export const addTill = (id: number, body: z.infer<typeof addTillSchema>, key: string): Promise<AddedTill> =>
  api.write({ method: 'POST', path: tillsPath(id), body, key, reply: tillAddedSchema })

export const changeTill = (id: number, tillId: string, body: ChangeTill, key: string): Promise<Till> =>
  api.write({ method: 'PATCH', path: `${tillsPath(id)}/${tillId}`, body, key, reply: tillSchema })

export const revokeTill = (id: number, tillId: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${tillsPath(id)}/${tillId}`, key, reply: tillRevokedSchema })

type BranchName = z.infer<typeof branchNameSchema>

export const addBranch = (id: number, body: BranchName, key: string): Promise<Branch> =>
  api.write({ method: 'POST', path: branchesPath(id), body, key, reply: branchSchema })

export const renameBranch = (id: number, branchId: string, body: BranchName, key: string): Promise<Branch> =>
  api.write({ method: 'PATCH', path: `${branchesPath(id)}/${branchId}`, body, key, reply: branchSchema })

export const removeBranch = (id: number, branchId: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${branchesPath(id)}/${branchId}`, key, reply: branchRemovedSchema })
