import { expect, it, vi } from 'vitest'
import { currentUser, startSession } from './session.ts'

const schemas = vi.hoisted(() => Promise.withResolvers<void>())
/** The real schemas, once they have loaded. */
vi.mock('#contracts/calls/account/session.ts', async (original) => {
  await schemas.promise
  return original()
})

it('asks who is signed in while the schemas of the answer are loading', async () => {
  const ani = { id: 7, buyerId: 'AN1234', firstName: 'Անի', lastName: 'Գնորդ', email: 'ani@hatik.test', phone: null }
  const asked = vi.fn<typeof fetch>(async () => Response.json({ ...ani, role: 'buyer', language: 'am' }))
  vi.stubGlobal('fetch', asked)
  const started = startSession(true)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('/api/auth/me', expect.anything()))
  expect(currentUser()).toBeUndefined()
  schemas.resolve()
  await started
  expect(currentUser()).toMatchObject(ani)
})
