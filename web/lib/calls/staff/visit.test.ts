import { afterEach, expect, it, vi } from 'vitest'
import type { ImpersonationStatus } from '#contracts/calls/staff/impersonation.ts'
import { currentUser, setUser } from '#web/lib/session/session.ts'
import { currentVisit, forgetVisit, VISIT_END_NAME } from '#web/lib/session/visit-state.ts'
import { watchVisit } from './visit.ts'

const admin = {
  id: 9,
  buyerId: null,
  firstName: 'Ադմին',
  lastName: 'Ադմինյան',
  email: 'admin@hatik.test',
  phone: null,
  role: 'admin' as const,
  language: 'am' as const,
}
const business = { ...admin, id: 5, email: 'cafe@hatik.test', role: 'business' as const }
const status: ImpersonationStatus = {
  isImpersonating: true,
  businessProfile: { businessName: 'Café' },
  businessUser: { id: 5, email: 'cafe@hatik.test' },
  visitId: 'b3b0b3a6-4b0e-4c58-9d53-0f4a8c1f6f11',
  mode: 'view',
  reason: 'They asked for help',
  startedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-20T10:30:00.000Z',
  leftMs: 1_800_000,
}

afterEach(() => {
  vi.unstubAllGlobals()
  forgetVisit()
  setUser(null)
})

it('a visit that another page starts during the status request does not count as ended', async () => {
  setUser(admin)
  // The first status answers for the session id from before the other page's visit.
  localStorage.setItem(VISIT_END_NAME, String(Date.now() + 1_800_000))
  const statuses: ImpersonationStatus[] = [{ isImpersonating: false }, status]
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.endsWith('/status') ? statuses.shift() : business))
  const ended = vi.fn<() => void>()
  const stop = watchVisit(ended)
  await vi.waitFor(() => expect(currentVisit()).toMatchObject({ visitId: status.visitId }))
  expect([currentUser()?.id, localStorage.getItem(VISIT_END_NAME), ended.mock.calls]).toEqual([
    5,
    expect.any(String),
    [],
  ])
  stop()
})

it('a visit that has ended makes the administrator the current user again', async () => {
  setUser(business)
  localStorage.setItem(VISIT_END_NAME, String(Date.now() + 60_000))
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('/status') ? { isImpersonating: false } : admin),
  )
  const ended = vi.fn<() => void>()
  const stop = watchVisit(ended)
  await vi.waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('elsewhere'))
  expect([currentUser()?.id, currentVisit(), localStorage.getItem(VISIT_END_NAME)]).toEqual([9, null, null])
  stop()
})
