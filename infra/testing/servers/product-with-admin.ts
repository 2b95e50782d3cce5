import { afterAll } from 'vitest'
import type { Person } from '../people/person.ts'
import { signInStaff } from '../people/staff.ts'
import { startProduct, type Product } from './test-product.ts'

/** The product with an administrator who is signed in, for the tests of a file: `const { product, admin } = await productWithAdmin()` at its top. */
export async function productWithAdmin(): Promise<{ product: Product; admin: Person }> {
  const product = await startProduct()
  afterAll(() => product.close())
  return { product, admin: await signInStaff(product, 'admin') }
}
