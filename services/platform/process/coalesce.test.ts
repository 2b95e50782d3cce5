import { describe, expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Work that ends on request. */
function heldWork() {
  const begun: PromiseWithResolvers<void>[] = []
  const runs = coalesce(() => {
    const held = Promise.withResolvers<void>()
    begun.push(held)
    return held.promise
  })
  return { begun, runs }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('coalesced runs', () => {
  it('all requests during a run share the next one', async () => {
    const { begun, runs } = heldWork()
    const asked = [runs.run()]
    await settled()
    asked.push(runs.run(), runs.run())
    await settled()
    expect(begun).toHaveLength(1)
    begun[0]!.resolve()
    await asked[0]
    await settled()
    expect(begun).toHaveLength(2)
    const late = runs.run()
    begun[1]!.resolve()
    await Promise.all(asked)
    await settled()
    expect(begun, 'who asked during the second').toHaveLength(3)
    begun[2]!.resolve()
    await late
    await settled()
    expect(begun).toHaveLength(3)
  })

  it('requests made together share one run', async () => {
    const { begun, runs } = heldWork()
    const asked = [runs.run(), runs.run()]
    await settled()
    begun[0]!.resolve()
    await Promise.all(asked)
    expect(begun).toHaveLength(1)
  })

  it('a failed one rejects its callers, and the next still runs', async () => {
    const { begun, runs } = heldWork()
    const first = runs.run()
    await settled()
    const second = runs.run()
    begun[0]!.reject(new Error('not now'))
    await expect(first).rejects.toThrow('not now')
    await settled()
    begun[1]!.resolve()
    await second
    expect(begun).toHaveLength(2)
  })

  it('have ended only after those requested meanwhile, and a failure whose caller is gone harms nobody', async () => {
    const { begun, runs } = heldWork()
    void runs.run()
    await settled()
    void runs.run()
    let ended = false
    void runs.ended().then(() => (ended = true))
    begun[0]!.reject(new Error('nobody listens'))
    await settled()
    expect(ended).toBe(false)
    begun[1]!.resolve()
    await settled()
    expect(ended).toBe(true)
  })
})
