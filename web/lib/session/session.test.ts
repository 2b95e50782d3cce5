import { renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyReply } from '#web/lib/api/any-reply.ts'
import { api } from '#web/lib/api/api.ts'
import {
  currentUser,
  savedUser,
  setTrialExpired,
  setUser,
  startSession,
  useFarewell,
  useTrialExpired,
} from './session.ts'

const ani = {
  id: 7,
  buyerId: 'AN1234',
  firstName: 'Անի',
  lastName: 'Գնորդ',
  email: 'ani@hatik.test',
  phone: null,
  role: 'buyer' as const,
  language: 'am' as const,
}

describe('the saved user', () => {
  beforeEach(() => localStorage.clear())

  it('is restored after a reload (R145)', async () => {
    setUser(ani)
    expect(await savedUser()).toEqual(ani)
  })

  it('has the fields of R131 only', () => {
    setUser({ ...ani, taxId: '01234567', token: 'secret' } as typeof ani)
    expect(Object.keys(JSON.parse(localStorage.getItem('hatik.user') ?? '{}')).sort()).toEqual(Object.keys(ani).sort())
  })

  it.each(['{not json', '{"id":"seven"}', 'null', '[]', ''])('is removed if corrupt: %s (R146)', async (corrupt) => {
    localStorage.setItem('hatik.user', corrupt)
    expect(await savedUser()).toBeNull()
    expect(localStorage.getItem('hatik.user')).toBeNull()
  })

  it('is removed at sign-out, with the flag of an expired trial (R148, R153)', async () => {
    setUser(ani)
    setTrialExpired(true)
    setUser(null)
    expect(await savedUser()).toBeNull()
    expect(localStorage.length).toBe(0)
  })
})

describe('the current user, with several pages of one browser sharing the session', () => {
  const davit = { ...ani, id: 8, buyerId: 'DA1234', email: 'davit@hatik.test' }
  const refusal = (status: number, code: string) =>
    Response.json({ code, message: code, requestId: 'none' }, { status })
  let answers: Record<string, () => Response>
  const farewell = () => renderHook(() => useFarewell()).result.current
  const asked = () => api.read('/api/buyer/7/points', anyReply).catch(() => undefined)
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

  beforeAll(() => startSession(false))
  beforeEach(() => {
    answers = { '/api/auth/me': () => Response.json(ani) }
    vi.stubGlobal('fetch', async (path: string) => answers[path]?.())
    setUser(ani)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('follows a sign-in and a sign-out on another page', async () => {
    answers['/api/auth/me'] = () => Response.json(davit)
    dispatchEvent(new StorageEvent('storage', { key: 'hatik.user' }))
    await vi.waitFor(() => expect(currentUser()).toEqual(davit))
    answers['/api/auth/me'] = () => refusal(401, 'not_signed_in')
    dispatchEvent(new StorageEvent('storage', { key: 'hatik.user' }))
    await vi.waitFor(() => expect(currentUser()).toBeNull())
    answers['/api/auth/me'] = () => Response.json(ani)
    dispatchEvent(new StorageEvent('storage', { key: 'hatik.user' }))
    await vi.waitFor(() => expect([currentUser(), farewell()]).toEqual([ani, null]))
  })

  const cameBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

  it('going back to a page after signing out elsewhere shows nobody, even while the server is asked', async () => {
    let answer = (_: Response): void => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
    localStorage.removeItem('hatik.user')
    cameBack()
    await vi.waitFor(() => expect(currentUser()).toBeUndefined())
    await settled()
    answer(refusal(401, 'not_signed_in'))
    await vi.waitFor(() => expect([currentUser(), farewell()]).toEqual([null, null]))
  })

  it('going back to a page shows the user who has signed in since, and notices an ended session', async () => {
    answers['/api/auth/me'] = () => Response.json(davit)
    localStorage.setItem('hatik.user', JSON.stringify(davit))
    cameBack()
    await vi.waitFor(() => expect(currentUser()).toEqual(davit))
    answers['/api/auth/me'] = () => refusal(401, 'not_signed_in')
    cameBack()
    await vi.waitFor(() => expect([currentUser(), farewell()]).toEqual([null, 'not_signed_in']))
  })

  it('going back to a page of a business that had to pay does not restrict the next one', async () => {
    const [shop, other] = [
      { ...ani, role: 'business' as const },
      { ...davit, role: 'business' as const },
    ]
    setUser(shop)
    setTrialExpired(true)
    answers['/api/auth/me'] = () => Response.json(other)
    localStorage.setItem('hatik.user', JSON.stringify(other))
    cameBack()
    await vi.waitFor(() => expect(currentUser()).toEqual(other))
    expect([renderHook(() => useTrialExpired()).result.current, localStorage.getItem('hatik.trial-expired')]).toEqual([
      false,
      null,
    ])
    // The same user still has to pay.
    setTrialExpired(true)
    cameBack()
    await settled()
    expect([currentUser()?.id, renderHook(() => useTrialExpired()).result.current]).toEqual([other.id, true])
    setUser(null)
  })

  it.each([
    [401, 'not_signed_in'],
    [403, 'account_suspended'],
  ] as const)(
    'stays after a refusal (%i %s) if the session continues: its id had changed, or a visit was not known yet',
    async (status, code) => {
      answers['/api/buyer/7/points'] = () => refusal(status, code)
      await asked()
      await settled()
      expect([currentUser()?.id, farewell(), localStorage.getItem('hatik.user')]).toEqual([
        ani.id,
        null,
        expect.stringContaining('ani@hatik.test'),
      ])
    },
  )

  it.each([
    [401, 'not_signed_in'],
    [403, 'account_suspended'],
  ] as const)('is nobody once the session has ended, and the reason is known: %i %s', async (status, code) => {
    answers['/api/auth/me'] = answers['/api/buyer/7/points'] = () => refusal(status, code)
    await Promise.all([asked(), asked()])
    await vi.waitFor(() =>
      expect([currentUser(), farewell(), localStorage.getItem('hatik.user')]).toEqual([null, code, null]),
    )
    answers['/api/buyer/7/points'] = () => refusal(401, 'not_signed_in')
    await asked()
    expect(farewell()).toBe(code)
  })

  it('stays if the server does not respond', async () => {
    answers['/api/buyer/7/points'] = () => refusal(401, 'not_signed_in')
    answers['/api/auth/me'] = () => new Response('', { status: 502 })
    await asked()
    await settled()
    expect(currentUser()?.id).toBe(ani.id)
  })
})
