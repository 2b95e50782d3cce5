import { startProduct, type Product } from './test-product.ts'

let shared: Promise<Product> | undefined

/**
 * One product for all test files of a worker process, because starting one takes five seconds of CPU. For files that
 * restart no part, change nothing that everybody sees, and look only at people of their own. `close` leaves it running;
 * it ends with the process.
 */
export async function sharedProduct(): Promise<Product> {
  shared ??= startProduct()
  return { ...(await shared), close: () => Promise.resolve() }
}
