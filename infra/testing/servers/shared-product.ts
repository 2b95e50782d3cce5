import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { REDIS_TO_EMPTY } from '../../quality/global-setup.ts'
import { startProduct, type Product } from './test-product.ts'

let shared: Promise<Product> | undefined

async function start(): Promise<Product> {
  const product = await startProduct()
  appendFileSync(join(inject('servers').folder, REDIS_TO_EMPTY), `${product.services.redisUrl}\n`)
  return product
}

/**
 * One product for all test files of a worker process, because starting one takes five seconds of CPU. For files that
 * restart no part, change nothing that everybody sees, and look only at people of their own. `close` leaves it running,
 * without second APIs; it ends with the process.
 */
export async function sharedProduct(): Promise<Product> {
  shared ??= start()
  const product = await shared.catch((error: unknown) => {
    shared = undefined
    throw error
  })
  return { ...product, close: () => product.stopSecondApis() }
}
