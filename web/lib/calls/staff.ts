/** People and tills of a business; `id` is its users.id. Each call rejects with ApiError. */
import type { z } from 'zod'
import {
  staffAddedSchema,
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
export type Till = z.infer<typeof tillSchema>
export type AddedTill = z.infer<typeof tillAddedSchema>

/** Reads to refresh after a change of people. */
export const staffPath = (id: number): string => `/api/business/${id}/staff`
/** Reads to refresh after a change of tills. */
export const tillsPath = (id: number): string => `/api/business/${id}/tills`

export const useStaff = (id: number): Reading<z.infer<typeof staffReplySchema>> =>
  useRead(staffPath(id), staffReplySchema)
export const useTills = (id: number): Reading<z.infer<typeof tillsReplySchema>> =>
  useRead(tillsPath(id), tillsReplySchema)

export const addStaff = (id: number, body: z.infer<typeof addStaffSchema>, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: staffPath(id), body, key, reply: staffAddedSchema })

export const changeStaff = (id: number, staffId: string, body: ChangeStaff, key: string): Promise<StaffMember> =>
  api.write({ method: 'PATCH', path: `${staffPath(id)}/${staffId}`, body, key, reply: staffMemberSchema })

export const removeStaff = (id: number, staffId: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${staffPath(id)}/${staffId}`, key, reply: staffRemovedSchema })

export const addTill = (id: number, body: z.infer<typeof addTillSchema>, key: string): Promise<AddedTill> =>
  api.write({ method: 'POST', path: tillsPath(id), body, key, reply: tillAddedSchema })

export const changeTill = (id: number, tillId: string, body: ChangeTill, key: string): Promise<Till> =>
  api.write({ method: 'PATCH', path: `${tillsPath(id)}/${tillId}`, body, key, reply: tillSchema })

export const revokeTill = (id: number, tillId: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${tillsPath(id)}/${tillId}`, key, reply: tillRevokedSchema })
