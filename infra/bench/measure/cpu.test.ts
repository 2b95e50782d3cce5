import { describe, expect, it } from 'vitest'
import { cpuMicros, machineMicros, parseStat, spentMicros } from './cpu.ts'

describe('CPU time', () => {
  it('is parsed after a command name with spaces and parentheses', () => {
    const line = '4711 (node (api) x) S 42 4711 4711 0 -1 4194304 100 0 0 0 150 50 7 3 20 0 11 0 900 1 2'
    expect(parseStat(line)).toEqual({ parent: 42, reapedTicks: 10 })
  })

  it('of the machine excludes idle, wait and interrupts', () => {
    expect(machineMicros('cpu  100 5 40 9000 300 7 8 20 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n')).toEqual({
      busy: 1_450_000,
      stolen: 200_000,
    })
  })

  it('of this process grows while it works', () => {
    const me = [{ name: 'test', pid: process.pid }]
    const before = cpuMicros(me)
    const until = process.cpuUsage().user + 60_000
    while (process.cpuUsage().user < until);
    expect(spentMicros(before, cpuMicros(me))['test']).toBeGreaterThanOrEqual(40_000)
  })

  it('of a missing process is zero', () => {
    expect(cpuMicros([{ name: 'gone', pid: 2 ** 30 }]).get('gone')).toBe(0)
  })
})
