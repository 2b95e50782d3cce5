import type { ArmName } from '../arms/arm.ts'
import { ratioWithinRounds, spreadOf, type RoundValue, type Spread } from '../measure/ratios.ts'
import type { AwardCell, AwardRun } from '../suites/award.ts'
import type { CatchUpResult } from '../suites/catch-up.ts'
import type { DashboardResult } from '../suites/dashboard.ts'
import type { FeltResult } from '../suites/felt.ts'
import type { GrowthPoint } from '../suites/growth.ts'
import type { LatencyRun } from '../suites/latency.ts'
import type { LogSizeResult } from '../suites/log-size.ts'
import type { MachinesResult } from '../suites/machines.ts'
import type { PageRun } from '../suites/pages.ts'
import type { PartitionsResult } from '../suites/partitions.ts'

/** Without machine, account or folder names. */
export type About = {
  measuredAt: string
  cpus: number
  cpuModel: string
  memoryGiB: number
  kernel: string
  node: string
  postgres: string
  commit: string
  seed: number
  rounds: number
  secs: number
  quick: boolean
  tookSeconds: number
}

export type Results = {
  about: About
  award?: AwardRun[]
  latency?: LatencyRun[]
  catchUp?: CatchUpResult
  growth?: { points: GrowthPoint[]; mistakes: string[] }
  logSize?: LogSizeResult
  login?: LatencyRun[]
  dashboard?: DashboardResult
  pages?: PageRun[]
  machines?: MachinesResult
  partitions?: PartitionsResult
  felt?: FeltResult
  /** Suites that failed, with the reason. */
  broken?: Record<string, string>
}

/** Without void runs. */
export function validRuns(runs: readonly AwardRun[] | undefined, arm: ArmName, cell: AwardCell): AwardRun[] {
  return (runs ?? []).filter(
    (run) =>
      run.arm === arm &&
      run.mix === cell.mix &&
      run.inFlight === cell.inFlight &&
      run.flush === cell.flush &&
      run.mistakes.length === 0,
  )
}

const rates = (runs: readonly AwardRun[]): RoundValue[] =>
  runs.map(({ round, perSecond }) => ({ round, value: perSecond }))

export function rateOf(results: Results, arm: ArmName, cell: AwardCell): Spread | undefined {
  const valid = rates(validRuns(results.award, arm, cell))
  return valid.length === 0 ? undefined : spreadOf(valid.map(({ value }) => value))
}

/** Awards per second of one arm and cell by another, within rounds. */
export function ratioOf(results: Results, over: [ArmName, AwardCell], under: [ArmName, AwardCell]): Spread | undefined {
  return ratioWithinRounds(rates(validRuns(results.award, ...over)), rates(validRuns(results.award, ...under)))
}
