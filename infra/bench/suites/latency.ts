/** Latency at a fixed rate with live projections (P7, P8), projection lag (P9), and reading one's own write (P10). */
import { SIDE_BY_SIDE, type ArmName } from '../arms/arm.ts'
import type { Bench, Run } from '../bench.ts'

export type LatencyRun = Run & { rate: number; loginsPerSecond: number }

const READ_BACKS_PER_SECOND = 25

export async function latencySuite(bench: Bench): Promise<LatencyRun[]> {
  const seconds = bench.options.quick ? 6 : 15
  const runs: LatencyRun[] = []
  await bench.visitEveryAccount(['hot'])
  const at = async (rate: number, names: readonly ArmName[]): Promise<void> => {
    for (const arm of bench.arms(names)) {
      const run = await bench.measure(arm, () => ({
        mix: 'hot',
        seed: bench.options.seed,
        loop: { kind: 'open', perSecond: rate, warmMs: 3_000, measureMs: seconds * 1000 },
        ...(arm.watchDatabaseUrl === undefined
          ? {}
          : { watchDatabaseUrl: arm.watchDatabaseUrl, readBackPerSecond: READ_BACKS_PER_SECOND }),
      }))
      runs.push({ ...run, rate, loginsPerSecond: 0 })
      bench.say(
        `  ${rate}/s  ${arm.name}: p50 ${run.load.latencyMs.p50.toFixed(1)} ms, p99 ${run.load.latencyMs.p99.toFixed(1)} ms`,
      )
    }
  }
  await at(1_000, SIDE_BY_SIDE)
  await at(4_000, ['ours'])
  return runs
}

/** Sign-ins beside 1,000 awards per second (P16). */
export async function loginSuite(bench: Bench): Promise<LatencyRun[]> {
  const runs: LatencyRun[] = []
  await bench.visitEveryAccount(['hot'])
  for (const loginsPerSecond of [0, 10, 50]) {
    const run = await bench.measure(bench.arm('ours'), () => ({
      mix: 'hot',
      seed: bench.options.seed,
      loop: { kind: 'open', perSecond: 1_000, warmMs: 2_000, measureMs: bench.options.quick ? 5_000 : 10_000 },
      ...(loginsPerSecond === 0 ? {} : { loginsPerSecond }),
    }))
    runs.push({ ...run, rate: 1_000, loginsPerSecond })
    bench.say(
      `  1000/s with ${loginsPerSecond} sign-ins/s: p50 ${run.load.latencyMs.p50.toFixed(1)} ms, p99 ${run.load.latencyMs.p99.toFixed(1)} ms`,
    )
  }
  return runs
}
