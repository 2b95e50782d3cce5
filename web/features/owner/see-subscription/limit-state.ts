import { WARNING_SHARE } from '#contracts/pages/plans.ts'

export type LimitState = 'calm' | 'warning' | 'full'

/** R77, R78: a warning from 80 %, full from 100 %; a limit of one goes straight to full. */
export function limitState(current: number, limit: number): LimitState {
  if (current >= limit) return 'full'
  return current >= limit * WARNING_SHARE ? 'warning' : 'calm'
}
