/** Capacity (P1-P5): each arm at each load, in shuffled order within a round. */
import { ARM_NAMES, SIDE_BY_SIDE, type ArmName } from '../arms/arm.ts'
import type { Bench, Run } from '../bench.ts'
import { MIXES, type Mix } from '../load/mix.ts'
import { randomFrom, shuffled } from '../load/random.ts'
import type { Flush } from '../stage.ts'

export type AwardCell = { mix: Mix; inFlight: number; flush: Flush }
export type AwardRun = Run & AwardCell & { round: number }

type PlannedCell = AwardCell & { arms: readonly ArmName[]; measureMs: number }

const WARM_MS = 1_000
/** Warm-up of each arm's first run: minimum ms and responses. */
const FIRST_WARM = { warmMs: 2_000, warmAnswers: 5_000 }

export async function awardSuite(bench: Bench): Promise<AwardRun[]> {
  const { options } = bench
  const random = randomFrom(options.seed)
  await bench.visitEveryAccount(MIXES)
  const runs: AwardRun[] = []
  const warmed = new Set<ArmName>()
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const cell of cellsOf(round, options.quick, options.secs * 1000)) {
      await bench.stage.setFlush(cell.flush)
      for (const arm of shuffled(bench.arms(cell.arms), random)) {
        const { mix, inFlight, flush, measureMs } = cell
        const warm = warmed.has(arm.name) ? { warmMs: WARM_MS, warmAnswers: 0 } : FIRST_WARM
        const run = await bench.measure(arm, () => ({
          mix,
          seed: options.seed * 1000 + round,
          loop: { kind: 'closed', inFlight, ...warm, measureMs },
          ...(arm.watchDatabaseUrl === undefined ? {} : { watchDatabaseUrl: arm.watchDatabaseUrl }),
        }))
        warmed.add(arm.name)
        // Its worker was restarted meanwhile.
        if (arm.name === 'ours-write') warmed.delete('ours')
        runs.push({ ...run, mix, inFlight, flush, round })
        bench.say(
          `  round ${round}  ${mix} ${inFlight} in flight, ${flush} flush  ${arm.name}: ${Math.round(run.perSecond)}/s${run.mistakes.length > 0 ? '  VOID' : ''}`,
        )
      }
    }
  }
  await bench.stage.setFlush('native')
  return runs
}

/** Goal cells in every round, the load curve only in the first. */
function cellsOf(round: number, quick: boolean, measureMs: number): PlannedCell[] {
  const cell = (
    mix: Mix,
    inFlight: number,
    flush: Flush,
    arms: readonly ArmName[] = ARM_NAMES,
    ms = measureMs,
  ): PlannedCell => ({ mix, inFlight, flush, arms, measureMs: ms })
  const goals = [
    cell('hot', 64, 'native'),
    cell('uniform', 64, 'native'),
    cell('one-account', 64, 'native', SIDE_BY_SIDE),
  ]
  const slow = [cell('hot', 64, '1ms')]
  if (quick || round > 1) return [...goals, ...slow]
  const shortMs = Math.min(measureMs, 2_000)
  const curve = (flush: Flush, mixes: Mix[]) =>
    mixes.flatMap((mix) => [1, 8, 32].map((inFlight) => cell(mix, inFlight, flush, SIDE_BY_SIDE, shortMs)))
  return [
    ...goals,
    ...curve('native', ['uniform', 'hot']),
    ...slow,
    cell('uniform', 64, '1ms', SIDE_BY_SIDE, shortMs),
    ...curve('1ms', ['hot']),
  ]
}
