import type { Results } from './results.ts'

export type Goal = {
  id: string
  what: string
  better: 'higher' | 'lower'
  unit: string
  must: number
  stretch: number | undefined
  /** The prototype's value, the lowest goal. */
  prototype: number | undefined
  /** Undefined: not measured, or void. */
  value(results: Results): number | undefined
  /** Why no run, or not every run, measures it. */
  unmeasured?: string
}

export type Verdict = 'stretch' | 'must' | 'prototype' | 'missed' | 'not measured'

export function verdictOn(goal: Goal, value: number | undefined): Verdict {
  if (value === undefined) return 'not measured'
  const holds = (limit: number | undefined) =>
    limit !== undefined && (goal.better === 'higher' ? value >= limit : value <= limit)
  if (holds(goal.stretch)) return 'stretch'
  if (holds(goal.must)) return 'must'
  return holds(goal.prototype) ? 'prototype' : 'missed'
}
