import { describe, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** Work that ends on request. */
function heldWork() {
  const begun: PromiseWithResolvers<void>[] = []
  const turns = oneAtATime(() => {
    const held = Promise.withResolvers<void>()
    begun.push(held)
    return held.promise
  })
  return { begun, turns }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('serialised jobs', () => {
  it('all calls during a job share the next one', async () => {
    const { begun, turns } = heldWork()
    const asked = [turns.run(), turns.run(), turns.run()]
    await settled()
    expect(begun).toHaveLength(1)
    begun[0]!.resolve()
    await asked[0]
    await settled()
    expect(begun).toHaveLength(2)
    const late = turns.run()
    begun[1]!.resolve()
    await Promise.all(asked)
    await settled()
    expect(begun, 'who asked during the second').toHaveLength(3)
    begun[2]!.resolve()
    await late
    expect(turns.underWayMs()).toBeUndefined()
  })

  it('a failed one rejects its callers, and the next still runs', async () => {
    const { begun, turns } = heldWork()
    const [first, second] = [turns.run(), turns.run()]
    expect(turns.underWayMs()).toBeGreaterThanOrEqual(0)
    begun[0]!.reject(new Error('not now'))
    await expect(first).rejects.toThrow('not now')
    await settled()
    begun[1]!.resolve()
    await second
    expect(begun).toHaveLength(2)
  })
})
