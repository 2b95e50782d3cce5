import { expect, it } from 'vitest'
import { startProduct } from '../testing/servers/test-product.ts'
import { takeErrors } from './told-errors.ts'
import { waitUntil } from '../testing/wait-until.ts'

it('a failing call’s cause is reported, though the API is another process', async () => {
  const product = await startProduct()
  try {
    const buyer = await product.buyer()
    await product.pool.query('ALTER VIEW read.account_balances RENAME TO lost')
    expect((await buyer.get(`/api/buyer/${buyer.id}/points`)).status).toBe(503)
    const told: string[] = []
    await waitUntil('the reason', async () => told.push(...takeErrors()) > 0)
    expect(told.join('\n')).toMatch(/request failed\n.*relation "read_[0-9a-f]{8}\.account_balances" does not exist/)
    expect(takeErrors()).toEqual([])
  } finally {
    await product.close()
  }
})
