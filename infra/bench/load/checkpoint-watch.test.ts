import { describe, expect, it } from 'vitest'
import { lagOf } from './checkpoint-watch.ts'

describe('projection lag', () => {
  it('runs from the response to the first checkpoint that includes the award', () => {
    const acknowledged = [
      { position: 30, atMs: 12 },
      { position: 10, atMs: 5 },
      { position: 20, atMs: 11 },
    ]
    const checkpoints = [
      { position: 5, atMs: 1 },
      { position: 20, atMs: 14 },
      { position: 90, atMs: 20 },
    ]
    const { lagMs, unseen } = lagOf(acknowledged, checkpoints)
    expect([...lagMs.sorted()]).toEqual([3, 8, 9])
    expect(unseen).toBe(0)
  })

  it('is zero if the read models were faster than the response', () => {
    expect([...lagOf([{ position: 1, atMs: 9 }], [{ position: 1, atMs: 7 }]).lagMs.sorted()]).toEqual([0])
  })

  it('counts an unseen award', () => {
    expect(lagOf([{ position: 8, atMs: 9 }], [{ position: 7, atMs: 7 }])).toMatchObject({ unseen: 1 })
  })
})
