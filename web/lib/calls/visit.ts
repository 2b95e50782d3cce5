/**
 * Support visits (H31, H32, R205, R219): start, change mode, exit, and detect the end of the half hour. Calls reject
 * with ApiError.
 */
import { adminBusinessSchema, type AdminBusiness } from '#contracts/calls/admin.ts'
import {
  exitReplySchema,
  impersonationStatusSchema,
  type ImpersonationStatus,
  type VisitMode,
} from '#contracts/calls/impersonation.ts'
import { sessionUserSchema, type SessionUser } from '#contracts/calls/session.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { askWho, currentUser, renewing, setUser } from '#web/lib/session/session.ts'
import { storage } from '#web/lib/device/storage.ts'
import { currentVisit, forgetVisit, keepVisit, VISIT_END_NAME } from '#web/lib/session/visit-state.ts'

/** R205. */
const POLL_MS = 30_000
/** How soon (ms) to ask again when the server does not report the expected end yet. */
const END_RETRY_MS = 1_000
/** Counts this page's own changes to the visit; a reply requested before a change is outdated. */
let changes = 0

/** Switches to the session's current user: the business during a visit, the administrator afterwards (R149). */
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
    // A refusal of this call, too, was heard by nobody.
    if (!changed) void askWho()
  }
}

/** POST /api/admin/impersonation/start. Afterwards the business is the current user (R149). */
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

/** POST /api/admin/impersonation/mode: to acting, or back to viewing. */
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

/**
 * POST /api/admin/impersonation/exit: without a body (R201). Afterwards the administrator is the current user again.
 */
export const exitVisit = (key: string): Promise<void> =>
  changing(async () => {
    await api.write({ method: 'POST', path: '/api/admin/impersonation/exit', key, reply: exitReplySchema })
    await becomeCurrentUser()
    forgetVisit()
  })

/** Why a visit ended without an exit here: it expired, or was ended elsewhere. */
export type VisitEnd = 'expired' | 'elsewhere'

/**
 * Polls the status now, every 30 seconds, when the page becomes visible, and when the visit expires (R205). Failures
 * are silent and wait for the next poll (R222); `onEnded` runs once the administrator is the current user again.
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
    // Another page of this browser may have started a visit since the request.
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

/** GET /api/admin/businesses/{id}: the business that a shared address is about. */
export const useBusinessToVisit = (businessId: number): Reading<AdminBusiness> =>
  useRead(`/api/admin/businesses/${businessId}`, adminBusinessSchema)
