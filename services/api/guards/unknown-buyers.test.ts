import { describe, expect, it } from 'vitest'
import { createUnknownBuyers } from './unknown-buyers.ts'

const CAFE = 2
const nobody = () => Promise.resolve(undefined)
const tooMany = { code: 'too_many_attempts' }

describe('codes that nobody has (H16)', () => {
  it('are not looked up any more once there were too many, right ones neither, and only for the business that asked', async () => {
    const buyers = createUnknownBuyers({ enabled: true, perMinute: 3 })
    for (let index = 0; index < 3; index += 1) expect(await buyers.look(CAFE, nobody)).toBeUndefined()
    let looked = 0
    const look = (businessId: number) =>
      buyers.look(businessId, () => {
        looked += 1
        return Promise.resolve('Ani')
      })
    await expect(look(CAFE)).rejects.toMatchObject(tooMany)
    expect(looked).toBe(0)
    expect(await look(3)).toBe('Ani')
  })

  it('are told of no more than so many when all are asked at once, and a right one among them tells nothing either', async () => {
    const buyers = createUnknownBuyers({ enabled: true, perMinute: 3 })
    let answer = (): void => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    const burst = Array.from({ length: 5 }, () => buyers.look(CAFE, () => asked.then(() => undefined)))
    const right = buyers.look(CAFE, () => asked.then(() => 'Ani'))
    answer()
    const told = await Promise.allSettled([...burst, right])
    expect(told.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ])
  })

  it('cost nothing where limits are off, and right ones never do', async () => {
    const [off, on] = [
      createUnknownBuyers({ enabled: false, perMinute: 1 }),
      createUnknownBuyers({ enabled: true, perMinute: 1 }),
    ]
    for (let index = 0; index < 5; index += 1) {
      expect(await off.look(CAFE, nobody)).toBeUndefined()
      expect(await on.look(CAFE, () => Promise.resolve('Ani'))).toBe('Ani')
    }
  })
})
