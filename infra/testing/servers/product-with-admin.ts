import { afterAll } from 'vitest'
import type { Person } from '../people/person.ts'
import { signInStaff } from '../people/staff.ts'
import { startProduct, type Product } from './test-product.ts'

/** At the top of a file: `const { product, admin } = await productWithAdmin()`. */
export async function productWithAdmin(): Promise<{ product: Product; admin: Person }> {
  const product = await startProduct()
  afterAll(() => product.close())
  return { product, admin: await signInStaff(product, 'admin') }
}
