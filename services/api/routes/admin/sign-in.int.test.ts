import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

describe('the first administrator (H34)', () => {
  it('the first administrator is created by a command, signs in at the staff page, and must change the password first', async () => {
    const email = 'first@hatik.test'
    const create = () =>
      promisify(execFile)(process.execPath, [
        'infra/admin/main.ts',
        'create',
        email,
        '--database',
        product.services.databaseUrl,
      ])
    const password = /^password (.+)$/m.exec((await create()).stdout)?.[1]
    await expect(create()).rejects.toMatchObject({ code: 1 })
    const person = new Person(product.address, { id: 0, email })
    const signedIn = await person.send('POST', '/api/admin/login', { email, password })
    expect([signedIn.status, signedIn.body['mustChangePassword'], signedIn.body['role']]).toEqual([200, true, 'admin'])
  })

  it('a new administrator changes nothing before the password, and cannot reuse the first one, in the profile or by a link (H34)', async () => {
    const person = await signInStaff(product, 'admin')
    await product.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [person.id])
    const row = async () =>
      (
        await product.pool.query(
          'SELECT first_name, email, pending_email, must_change_password FROM users WHERE id = $1',
          [person.id],
        )
      ).rows[0]
    const before = await row()
    const edit = (change: object) =>
      person.write('PATCH', '/api/auth/profile', {
        userId: person.id,
        firstName: 'Other',
        lastName: 'Name',
        email: person.email,
        phone: '',
        ...change,
      })
    for (const change of [{}, { email: `other-${person.id}@hatik.test`, currentPassword: PASSWORD }]) {
      expect(await edit(change)).toMatchObject({ status: 403, body: { code: 'password_change_required' } })
    }
    const passwords = { currentPassword: PASSWORD, newPassword: PASSWORD }
    const refused = (path: string) => ({
      status: 400,
      body: { code: 'invalid_input', issues: [{ path, message: 'Please choose another password' }] },
    })
    expect(await edit(passwords)).toMatchObject(refused('newPassword'))
    expect(await person.send('POST', '/api/admin/password', passwords)).toMatchObject(refused('newPassword'))
    const easy = await person.send('POST', '/api/admin/password', { ...passwords, newPassword: 'Firstname-1' })
    expect([easy.status, easy.body.issues]).toEqual([
      400,
      [{ path: 'newPassword', message: 'This password is too easy to guess' }],
    ])

    await person.send('POST', '/api/auth/forgot-password', { email: person.email })
    const token = tokenIn(await product.mailTo(person.email, /Reset/))
    const reset = (password: string) =>
      new Person(product.address, person).send('POST', '/api/auth/reset-password', {
        token,
        password,
        confirmPassword: password,
      })
    expect(await reset(PASSWORD)).toMatchObject(refused('password'))
    expect(await row()).toEqual(before)
    expect((await reset('Another-horse-2')).status).toBe(200)
    expect(await row()).toMatchObject({ first_name: 'Firstname', must_change_password: false })
  })

  it('the staff sign-in refuses buyers and businesses without a reason', async () => {
    const cafe = await product.business()
    const answer = await new Person(product.address, cafe).send('POST', '/api/admin/login', {
      email: cafe.email,
      password: 'Correct-horse-1',
    })
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials'])
  })
})
