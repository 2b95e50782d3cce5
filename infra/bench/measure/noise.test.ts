import { describe, expect, it } from 'vitest'
import { noiseReasons, type Noise } from './noise.ts'

const quiet: Noise = { foreignCores: 0.05, stolenCores: 0, memoryPressure: 0, calibrationMs: 2, flushMicros: 80 }

describe('the noise gate', () => {
  it('passes a quiet machine', () => {
    expect(noiseReasons(quiet, 2)).toEqual([])
  })

  it.each([
    ['strangers on the cores', { foreignCores: 0.31 }],
    ['memory pressure', { memoryPressure: 5.1 }],
    ['a processor that became slower', { calibrationMs: 3.1 }],
  ])('stops at %s', (_what, change) => {
    expect(noiseReasons({ ...quiet, ...change }, 2)).toHaveLength(1)
  })
})
