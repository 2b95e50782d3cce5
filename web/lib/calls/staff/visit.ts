/** Support visits (H31, H32, R205, R219) and the detection of their end. Calls reject with ApiError. */
import { adminBusinessSchema, type AdminBusiness } from '#contracts/calls/staff/admin.ts'
import {
  exitReplySchema,
  impersonationStatusSchema,
  type ImpersonationStatus,
  type VisitMode,
} from '#contracts/calls/staff/impersonation.ts'
import { sessionUserSchema, type SessionUser } from '#contracts/calls/account/session.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { askWho, currentUser, renewing, setUser } from '#web/lib/session/session.ts'
import { storage } from '#web/lib/device/storage.ts'
import { currentVisit, forgetVisit, keepVisit, VISIT_END_NAME } from '#web/lib/session/visit-state.ts'

/** Interval by R205. */
const POLL_MS = 30_000
/** Poll interval (ms) after a visit should have ended. */
const END_RETRY_MS = 1_000
/** Counts this page's own changes, which outdate replies requested before. */
let changes = 0

/** During a visit the business is the current user, afterwards the administrator (R149). */
async function becomeCurrentUser(): Promise<SessionUser> {
  const user = await api.read('/api/auth/me', sessionUserSchema)
  setUser(user)
  return user
}

function keep(status: ImpersonationStatus): void {
  if (status.isImpersonating) keepVisit({ ...status, endsAtMs: Date.now() + status.leftMs })
}

async function changing<Value>(change: () => Promise<Value>): Promise<Value> {
  let changed = false
  changes += 1
  renewing(1)
  try {
    const value = await change()
    changed = true
    return value
  } finally {
    changes += 1
    renewing(-1)
    // After a failure the session may have ended: refusals were ignored during the call.
    if (!changed) void askWho()
  }
}

export const startVisit = (input: { userId: number; reason: string }, key: string): Promise<void> =>
  changing(async () => {
    keep(
      await api.write({
        method: 'POST',
        path: '/api/admin/impersonation/start',
        body: input,
        key,
        reply: impersonationStatusSchema,
      }),
    )
    await becomeCurrentUser()
  })

export const changeMode = (mode: VisitMode, key: string): Promise<void> =>
  changing(async () =>
    keep(
      await api.write({
        method: 'POST',
        path: '/api/admin/impersonation/mode',
        body: { mode },
        key,
        reply: impersonationStatusSchema,
      }),
    ),
  )

/** Without a body (R201). */
export const exitVisit = (key: string): Promise<void> =>
  changing(async () => {
    await api.write({ method: 'POST', path: '/api/admin/impersonation/exit', key, reply: exitReplySchema })
    await becomeCurrentUser()
    forgetVisit()
  })

/** How a visit ended that this page did not exit. */
export type VisitEnd = 'expired' | 'elsewhere'

/**
 * Polls the status now, every 30 seconds, when the page becomes visible, and at the visit's end (R205). A failure
 * waits for the next poll (R222). `onEnded` runs once the administrator is the current user again.
 */
export function watchVisit(onEnded: (end: VisitEnd) => void): () => void {
  let stopped = false
  let asking = false
  let atEnd: ReturnType<typeof setTimeout> | undefined

  async function look(isSecond = false): Promise<void> {
    const before = changes
    const status = await api.read('/api/admin/impersonation/status', impersonationStatusSchema)
    if (stopped || changes !== before) return
    clearTimeout(atEnd)
    if (status.isImpersonating) {
      keep(status)
      atEnd = setTimeout(() => void ask(), Math.max(END_RETRY_MS, status.leftMs))
      if (currentUser()?.id !== status.businessUser.id) await becomeCurrentUser()
      return
    }
    const endedAtMs = currentVisit()?.endsAtMs ?? Number(storage.get(VISIT_END_NAME) ?? Number.NaN)
    if (Number.isNaN(endedAtMs)) return forgetVisit()
    const { role } = await becomeCurrentUser()
    // Another page may have started a visit since the request.
    if (role === 'business' && !isSecond) return look(true)
    forgetVisit()
    if (role === 'admin') onEnded(endedAtMs <= Date.now() + END_RETRY_MS ? 'expired' : 'elsewhere')
  }

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    try {
      await look()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      asking = false
    }
  }
  const whenSeen = (): void => {
    if (document.visibilityState === 'visible') void ask()
  }

  void ask()
  const timer = setInterval(whenSeen, POLL_MS)
  document.addEventListener('visibilitychange', whenSeen)
  return () => {
    stopped = true
    clearInterval(timer)
    clearTimeout(atEnd)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}

export const useBusinessToVisit = (businessId: number): Reading<AdminBusiness> =>
  useRead(`/api/admin/businesses/${businessId}`, adminBusinessSchema)
