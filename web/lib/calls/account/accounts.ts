/** Account calls. Each rejects with ApiError. */
import type { z } from 'zod'
import {
  messageReplySchema,
  ownProfileSchema,
  profileReplySchema,
  sessionListSchema,
  signUpReplySchema,
  verifyEmailReplySchema,
  type SessionEntry,
  type VerifyEmailReply,
} from '#contracts/calls/account/accounts.ts'
import { ownSignInsSchema, type OwnSignIn } from '#contracts/calls/staff/security.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { anyReply } from '#web/lib/api/any-reply.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'

export interface SignUpInput {
  email: string
  password: string
  firstName: string
  lastName: string
  language: Language
}

/** R188, R51: always signs up a buyer. */
export const signUp = (input: SignUpInput, key: string): Promise<z.infer<typeof signUpReplySchema>> =>
  api.write({
    method: 'POST',
    path: '/api/auth/signup',
    body: { ...input, role: 'buyer' },
    key,
    reply: signUpReplySchema,
  })

const verifications = new Map<string, Promise<VerifyEmailReply>>()

/** R189. Calls once per token and page, however often an effect runs (R125); a failed call may be repeated. */
export function verifyEmail(token: string): Promise<VerifyEmailReply> {
  const asked = verifications.get(token)
  if (asked) return asked
  const asking = api.read(`/api/auth/verify-email?token=${encodeURIComponent(token)}`, verifyEmailReplySchema)
  verifications.set(token, asking)
  asking.catch(() => verifications.delete(token))
  return asking
}

export type PasswordProof = { token: string } & ({ password: string } | { newPassword: string })

/** Verifies the link's address by the sign-up's password, or by a new password that replaces it. */
export const verifyByPassword = (body: PasswordProof, key: string): Promise<VerifyEmailReply> =>
  api.write({ method: 'POST', path: '/api/auth/verify-email', body, key, reply: verifyEmailReplySchema })

interface MailRequest {
  email: string
  language: Language
}

const askForMail = (path: string) => (body: MailRequest, key: string) =>
  api.write({ method: 'POST', path, body, key, reply: messageReplySchema })
export const resendVerification = askForMail('/api/auth/resend-verification')
/** R128, R190: the reply is the same whether or not the address is registered. */
export const forgotPassword = askForMail('/api/auth/forgot-password')

export interface ResetInput {
  token: string
  password: string
  confirmPassword: string
}

/** R191. */
export const resetPassword = (body: ResetInput, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: '/api/auth/reset-password', body, key, reply: anyReply })

/**
 * Makes this browser known by a password-reset link, so that its owner can sign in while strangers' guesses use up the
 * attempts.
 */
export const knowBrowser = (token: string, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: '/api/auth/known-browser', body: { token }, key, reply: anyReply })

export interface ProfileInput {
  userId: number
  firstName: string
  lastName: string
  email: string
  phone: string | null
  language: Language
  currentPassword?: string
  newPassword?: string
}
export type ProfileReply = z.infer<typeof profileReplySchema>

/** Includes a new address that awaits verification (H20). */
export const useOwnProfile = (): Reading<z.infer<typeof ownProfileSchema>> =>
  useRead('/api/auth/profile', ownProfileSchema)

/** R192. A change of address needs the password. */
export const saveProfile = (body: ProfileInput, key: string): Promise<ProfileReply> =>
  api.write({ method: 'PATCH', path: '/api/auth/profile', body, key, reply: profileReplySchema })

/** R193. */
export const deleteAccount = (userId: number, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `/api/auth/account/${userId}`, key, reply: anyReply })

export const useOwnSignIns = (): Reading<OwnSignIn[]> => useRead('/api/auth/sign-ins', ownSignInsSchema)

export const SESSIONS_PATH = '/api/auth/sessions'
export const useSessions = (): Reading<SessionEntry[]> => useRead(SESSIONS_PATH, sessionListSchema)
export const endSession = (id: string, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${SESSIONS_PATH}/${id}`, key, reply: anyReply })
