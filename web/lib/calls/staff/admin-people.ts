/** For administrators (H30, H31). */
import type { z } from 'zod'
import {
  adminUsersReplySchema,
  deadLettersReplySchema,
  messageSchema,
  type AdminUsers,
} from '#contracts/calls/staff/admin.ts'
import { visitsReplySchema, type SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import type { Role } from '#contracts/calls/account/session.ts'
import { queryOf, useAdminRead } from './admin-read.ts'
import { api } from '#web/lib/api/api.ts'
import type { Reading } from '#web/lib/reads/read.ts'

const USERS = '/api/admin/users'
const DEAD_LETTERS = '/api/admin/mail/dead-letters'
const PAGE = 20

export const useAdminUsers = (
  { search, role }: { search: string; role: Role | '' },
  after: string | undefined,
): Reading<AdminUsers> =>
  useAdminRead(USERS + queryOf({ search: search.trim(), role, after, limit: PAGE }), adminUsersReplySchema)

/** Undefined if no buyer has this code. */
export async function buyerByCode(code: string): Promise<number | undefined> {
  const { users } = await api.read(USERS + queryOf({ search: code, role: 'buyer', limit: 10 }), adminUsersReplySchema)
  return users.find(({ buyerId }) => buyerId === code)?.id
}

export type DeadLetters = z.infer<typeof deadLettersReplySchema>
/** `next`: undefined on the last page. */
export type DeadLettersPage = { letters: DeadLetters; next: string | undefined }
/** One more than a page is asked for, which tells whether there is a next one. */
export function useDeadLetters(
  { search, template }: { search: string; template: string },
  before: string | undefined,
): Reading<DeadLettersPage> {
  const query = queryOf({ search: search.trim(), template, before, limit: PAGE + 1 })
  const reading = useAdminRead(DEAD_LETTERS + query, deadLettersReplySchema)
  const letters = reading.value?.slice(0, PAGE)
  const next = (reading.value?.length ?? 0) > PAGE ? letters?.at(-1)?.id : undefined
  return { ...reading, value: letters && { letters, next } }
}
export const READS_AFTER_RETRY = [DEAD_LETTERS, '/api/admin/overview']
export const retryMail = (id: string, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: `${DEAD_LETTERS}/${id}/retry`, key, reply: messageSchema })

export const useAllVisits = (before: string | undefined): Reading<SupportVisits> =>
  useAdminRead(`/api/admin/visits${queryOf({ before })}`, visitsReplySchema)
