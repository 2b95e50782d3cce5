/** Sign-in of administrators and auditors (R14, H34). */
import type { z } from 'zod'
import { adminUserSchema } from '#contracts/calls/staff/admin.ts'
import type { Reading } from '#web/lib/reads/read.ts'
import { useAdminRead } from './admin-read.ts'
import { api } from '#web/lib/api/api.ts'

export type StaffUser = z.infer<typeof adminUserSchema>
export const STAFF_PATH = '/api/admin/me'

export const useStaff = (asks: boolean): Reading<StaffUser> => useAdminRead(asks ? STAFF_PATH : null, adminUserSchema)

/** Nothing is left to do before the staff's pages open. */
export const isEntered = ({ mustChangePassword, secondFactor }: StaffUser): boolean =>
  !mustChangePassword && secondFactor === 'ok'

export const signInStaff = (body: { email: string; password: string }, key: string): Promise<StaffUser> =>
  api.write({ method: 'POST', path: '/api/admin/login', body, key, reply: adminUserSchema })

/** H34: ends every other session. */
export const changeStaffPassword = (
  body: { currentPassword: string; newPassword: string },
  key: string,
): Promise<StaffUser> => api.write({ method: 'POST', path: '/api/admin/password', body, key, reply: adminUserSchema })
