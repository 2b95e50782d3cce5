import { beforeEach, describe, expect, it } from 'vitest'
import { savedUser, setTrialExpired, setUser } from './session.ts'

const ani = { id: 7, buyerId: 'AN1234', firstName: 'Անի', lastName: 'Գնորդ', email: 'ani@hatik.test', phone: null, role: 'buyer' as const, language: 'am' as const }

describe('the saved user', () => {
  beforeEach(() => localStorage.clear())

  it('comes back after a reload (R145)', async () => {
    setUser(ani)
    expect(await savedUser()).toEqual(ani)
  })

  it('holds the fields of R131 and nothing else', () => {
    setUser({ ...ani, taxId: '01234567', token: 'secret' } as typeof ani)
    expect(Object.keys(JSON.parse(localStorage.getItem('hatik.user') ?? '{}')).sort()).toEqual(Object.keys(ani).sort())
  })

  it.each(['{not json', '{"id":"seven"}', 'null', '[]', ''])('is removed where it is corrupt: %s (R146)', async (corrupt) => {
    localStorage.setItem('hatik.user', corrupt)
    expect(await savedUser()).toBeNull()
    expect(localStorage.getItem('hatik.user')).toBeNull()
  })

  it('is gone after signing out, and the flag of an expired trial with it (R148, R153)', async () => {
    setUser(ani)
    setTrialExpired(true)
    setUser(null)
    expect(await savedUser()).toBeNull()
    expect(localStorage.length).toBe(0)
  })
})
