import { describe, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** Work that lasts until the test ends it. */
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

describe('runs, one at a time', () => {
  it('all who ask during a run are answered by one run behind it', async () => {
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

  it('one that fails is told to those that it answers, and the next begins all the same', async () => {
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
