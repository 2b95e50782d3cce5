import { randomBytes } from 'node:crypto'
import { createStaff } from '#accounts/staff/staff.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { cookieOf, Person } from './person.ts'
import { PASSWORD, type Product } from '../servers/test-product.ts'

/** Signs in a new administrator or auditor. */
export async function signInStaff(
  product: Pick<Product, 'address' | 'pool'>,
  role: 'admin' | 'auditor',
): Promise<Person> {
  const email = `${role}-${randomBytes(6).toString('hex')}@hatik.test`
  const made = await createStaff(product.pool, {
    email,
    role,
    firstName: 'Firstname',
    lastName: 'Lastname',
    language: 'en',
  })
  if (!made) throw new Error(`${email} is taken`)
  await product.pool.query('UPDATE users SET password = $2, must_change_password = false WHERE id = $1', [
    made.id,
    await hashPassword(PASSWORD),
  ])
  return signInAgain(product.address, { id: made.id, email })
}

/** Another session of the same person at an API. */
export async function signInAgain(address: string, who: { id: number; email: string }): Promise<Person> {
  const person = new Person(address, who)
  const answer = await person.send('POST', '/api/admin/login', { email: who.email, password: PASSWORD })
  if (answer.status !== 200) throw new Error(`Sign-in of ${who.email}: ${answer.status} ${answer.body.message}`)
  person.cookie = cookieOf(answer.headers)
  person.password = PASSWORD
  return person
}

/** For a call that changes the session ID. */
export async function callAndRotate(person: Person, path: string, body?: unknown) {
  const answer = await person.send('POST', path, body)
  const cookie = cookieOf(answer.headers)
  if (cookie !== '') person.cookie = cookie
  return answer
}
