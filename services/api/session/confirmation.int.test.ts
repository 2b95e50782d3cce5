import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirmedBefore } from '../../../infra/testing/servers/caches.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../infra/testing/servers/test-product.ts'
import { WHO_MAY_CALL } from '../../../infra/testing/people/who-may-call.ts'
import { CONFIRMED_MS } from './confirmation.ts'
import { OPERATIONS } from '../open-api/operations.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const CONFIRMED = Object.entries(OPERATIONS).filter(([, { confirmed }]) => confirmed)

async function callerOf(name: string): Promise<Person> {
  const [role] = WHO_MAY_CALL[OPERATIONS[name as keyof typeof OPERATIONS]!.access]
  if (role === 'admin' || role === 'auditor') return signInStaff(product, role)
  return role === 'business' ? product.business() : product.buyer()
}

it('a session alone may not take away an account, a plan, a session or a setting, nor make a till or a manager: refused before the body is read', async () => {
  expect(CONFIRMED.map(([name]) => name)).toEqual([
    'POST /api/auth/passkeys/options',
    'POST /api/auth/passkeys',
    'DELETE /api/auth/passkeys/{id}',
    'DELETE /api/auth/sessions',
    'DELETE /api/auth/sessions/{id}',
    'DELETE /api/auth/account/{userId}',
    'POST /api/auth/second-factor/totp',
    'POST /api/auth/second-factor/totp/remove',
    'POST /api/business/{id}/subscription',
    'POST /api/business/{id}/subscription/cancel',
    'POST /api/business/{id}/staff/{staffId}/invitation',
    'POST /api/business/{id}/staff/{staffId}/sign-in',
    'POST /api/business/{id}/tills',
    'POST /api/admin/businesses/{id}/suspend',
    'PUT /api/admin/settings',
    'POST /api/admin/replay/switch',
  ])
  for (const [name] of CONFIRMED) {
    const person = await callerOf(name)
    person.password = undefined
    const [method = '', path = ''] = name.split(' ')
    const call = () => person.send(method, path.replace(/\{\w+\}/, String(person.id)), 'no object')
    expect([name, (await call()).body.code]).toEqual([name, 'confirmation_required'])
    await person.confirm(PASSWORD)
    expect([name, (await call()).body.code]).not.toEqual([name, 'confirmation_required'])
  }
})

it('a confirmation is for one session and five minutes, and needs the right password', async () => {
  const ani = await product.buyer()
  const elsewhere = await Person.signIn(product.address, ani, PASSWORD)
  ani.password = undefined
  elsewhere.password = undefined
  const wrong = await ani.confirm('Wrong-horse-1')
  expect([wrong.status, wrong.body.code, wrong.body.issues]).toEqual([
    400,
    'wrong_current_password',
    [{ path: 'password', message: 'Current password is incorrect' }],
  ])
  const end = (person: Person) => person.send('DELETE', '/api/auth/sessions')
  expect((await end(ani)).status).toBe(403)
  expect((await elsewhere.confirm(PASSWORD)).status).toBe(200)
  expect((await end(ani)).status).toBe(403)
  expect((await ani.confirm(PASSWORD)).body).toMatchObject({ message: 'Confirmed' })
  await confirmedBefore(product.services.redisUrl, CONFIRMED_MS)
  expect((await end(ani)).status).toBe(403)
  await ani.confirm(PASSWORD)
  expect((await end(ani)).status).toBe(200)
})

it('a visitor cannot confirm', async () => {
  const answer = await fetch(`${product.address}/api/auth/confirm`, { method: 'POST' })
  expect(answer.status).toBe(401)
})
