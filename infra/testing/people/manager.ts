import { randomUUID } from 'node:crypto'
import { Person } from './person.ts'
import { addStaff } from './till.ts'
import { tokenIn } from './token-in.ts'
import { PASSWORD, type Product } from '../servers/test-product.ts'

export type TestManager = Person & { staffId: string; businessId: number }

export const managersEmail = () => `manager-${randomUUID().slice(0, 12)}@hatik.test`

/** Invites a manager of the business. Returns the person's id and the token of the mailed link. */
export async function inviteManager(
  product: Pick<Product, 'mailTo'>,
  owner: Person,
  { email = managersEmail(), staffId }: { email?: string; staffId?: string } = {},
): Promise<{ email: string; staffId: string; token: string }> {
  const person = staffId ?? (await addStaff(owner, 'manager'))
  const path = `/api/business/${owner.id}/staff/${person}/invitation`
  const invited = await owner.write('POST', path, { email, language: 'en' })
  if (invited.status !== 201) throw new Error(`An invitation: ${invited.status} ${invited.body.message}`)
  return { email, staffId: person, token: tokenIn(await product.mailTo(email, /have been invited/)) }
}

export const acceptInvitation = (product: Pick<Product, 'address'>, token: string, key: string = randomUUID()) =>
  new Person(product.address, { id: 0, email: '' }).write(
    'POST',
    '/api/auth/invitation',
    { token, password: PASSWORD, language: 'en' },
    key,
  )

/** A manager of the business with a session. `id`: of the manager's own account. */
export async function signInManager(
  product: Pick<Product, 'address' | 'mailTo' | 'pool'>,
  owner: Person,
): Promise<TestManager> {
  const { email, staffId, token } = await inviteManager(product, owner)
  const accepted = await acceptInvitation(product, token)
  if (accepted.status !== 200) throw new Error(`Accepting: ${accepted.status} ${accepted.body.message}`)
  const { rows } = await product.pool.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [email])
  const person = await Person.signIn(product.address, { id: rows[0]!.id, email }, PASSWORD)
  return Object.assign(person, { staffId, businessId: owner.id })
}
