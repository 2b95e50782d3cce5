/** A manager's invitation (decision 48). Each call rejects with ApiError. */
import type { z } from 'zod'
import { invitationReplySchema, type acceptInvitationSchema } from '#contracts/rights/manager-calls.ts'
import { anyReply } from '#web/lib/api/any-reply.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'

export type Invitation = z.infer<typeof invitationReplySchema>

/** Reads nothing without a token. */
export const useInvitation = (token: string): Reading<Invitation> =>
  useRead(token === '' ? null : `/api/auth/invitation?token=${encodeURIComponent(token)}`, invitationReplySchema)

/** Makes the account; opens no session. */
export const acceptInvitation = (body: z.infer<typeof acceptInvitationSchema>, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: '/api/auth/invitation', body, key, reply: anyReply })
