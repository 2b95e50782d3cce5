import { mistakesIn, SIDE_BY_SIDE, type Acknowledged, type Arm, type ArmName } from './arms/arm.ts'
import type { Load } from './load/load.ts'
import type { LoadResult, LoadSpec } from './load/protocol.ts'
import { cpuMicros, machineMicros, spentMicros, type Watched } from './measure/cpu.ts'
import { calibrationMs, flushMicros, memoryPressure, noiseReasons, type Noise } from './measure/noise.ts'
import type { Product } from './arms/ours.ts'
import type { Options } from './options.ts'
import type { Mix } from './load/mix.ts'
import type { Stage } from './stage.ts'

export type Run = {
  arm: ArmName
  load: Omit<LoadResult, 'books'>
  perSecond: number
  /** CPU µs per answered award, by process; the generator's apart. */
  cpuMicros: Record<string, number>
  generatorMicros: number
  noise: Noise
  /** Empty if the machine was quiet enough. */
  noisy: string[]
  failures: Record<string, number>
  /** Ms until the read models had caught up after the load. */
  drainMs: number
  /** A run with mistakes is void. */
  mistakes: string[]
}

export type SpecOf = (arm: Arm) => Omit<LoadSpec, 'host' | 'runKey'>

const MOST_REPEATS = 3
/** Limits a whole benchmark on a machine that is never quiet. */
const REPEATS_IN_ALL = 8

export class Bench {
  readonly options: Options
  readonly stage: Stage
  readonly product: Product
  readonly load: Load
  readonly #arms: ReadonlyMap<ArmName, Arm>
  readonly #acknowledged = new Map<string, Acknowledged>()
  readonly #visited = new Set<string>()
  #bestCalibrationMs = Number.POSITIVE_INFINITY
  #runs = 0
  #repeatsLeft = REPEATS_IN_ALL

  constructor(parts: { options: Options; stage: Stage; product: Product; load: Load; arms: readonly Arm[] }) {
    this.options = parts.options
    this.stage = parts.stage
    this.product = parts.product
    this.load = parts.load
    this.#arms = new Map(parts.arms.map((arm) => [arm.name, arm]))
  }

  arms(names: readonly ArmName[]): Arm[] {
    return names.flatMap((name) => this.#arms.get(name) ?? [])
  }

  arm(name: ArmName): Arm {
    const arm = this.#arms.get(name)
    if (!arm) throw new Error(`The arm ${name} is not included`)
    return arm
  }

  /** Awards written without the API. */
  alsoAcknowledged(arm: Arm, awards: number, tenths: number): void {
    const so = this.#acknowledgedBy(arm)
    so.awards += awards
    so.tenths += tenths
  }

  /** Unmeasured load; its awards count in the books. */
  async prepare(arm: Arm, spec: Omit<LoadSpec, 'host' | 'runKey'>): Promise<LoadResult> {
    const result = await this.load.run({ ...spec, host: arm.host, runKey: this.#nextKey() })
    this.alsoAcknowledged(arm, result.books.acknowledged, result.books.acknowledgedTenths)
    return result
  }

  /** Makes each account's first award, so that measured runs find a balance row or cached state in every arm. */
  async visitEveryAccount(mixes: readonly Mix[]): Promise<void> {
    for (const arm of this.arms(SIDE_BY_SIDE)) {
      for (const mix of mixes) {
        const visit = `${arm.name} ${mix}`
        if (this.#visited.has(visit)) continue
        await this.prepare(arm, { mix, seed: 0, loop: { kind: 'every-account', inFlight: 32 } })
        this.#visited.add(visit)
      }
    }
  }

  /** A checked run, repeated if the machine was not quiet. */
  async measure(arm: Arm, specOf: SpecOf): Promise<Run> {
    for (let attempt = 1; ; attempt += 1) {
      const run = await this.#measureOnce(arm, specOf(arm))
      if (run.noisy.length === 0 || attempt > MOST_REPEATS || this.#repeatsLeft === 0) return run
      this.#repeatsLeft -= 1
      this.say(`    repeating, because the machine was busy: ${run.noisy.join(', ')}`)
    }
  }

  async #measureOnce(arm: Arm, spec: Omit<LoadSpec, 'host' | 'runKey'>): Promise<Run> {
    await arm.begin()
    const calibration = calibrationMs()
    this.#bestCalibrationMs = Math.min(this.#bestCalibrationMs, calibration)
    const flush = flushMicros(this.stage.folder)
    const parties = [...arm.watched(), ...this.stage.watched()]
    const before = { all: new Map<string, number>(), machine: machineMicros(), atMs: 0 }
    const after = { ...before }
    const look = (into: typeof before): void => {
      into.all = cpuMicros([...parties, ...this.#bystanders(parties)])
      into.machine = machineMicros()
      into.atMs = performance.now()
    }
    const result = await this.load.run(
      { ...spec, host: arm.host, runKey: this.#nextKey() },
      { onMeasuring: () => look(before), onMeasured: () => look(after) },
    )
    await arm.end()
    const { books, ...load } = result
    this.alsoAcknowledged(arm, books.acknowledged, books.acknowledgedTenths)
    const spent = spentMicros(before.all, after.all)
    const elapsedMicros = (after.atMs - before.atMs) * 1000
    const noise: Noise = {
      foreignCores:
        Math.max(
          0,
          after.machine.busy - before.machine.busy - Object.values(spent).reduce((sum, micros) => sum + micros, 0),
        ) / elapsedMicros,
      stolenCores: (after.machine.stolen - before.machine.stolen) / elapsedMicros,
      memoryPressure: memoryPressure(),
      calibrationMs: calibration,
      flushMicros: flush,
    }
    const { drainMs, ...armBooks } = await arm.books()
    const mistakes = mistakesIn(this.#acknowledgedBy(arm), armBooks)
    if (books.unsettled > 0) mistakes.push(`${books.unsettled} awards never reached a known outcome`)
    return {
      arm: arm.name,
      load,
      perSecond: (load.answered * 1000) / load.elapsedMs,
      cpuMicros: Object.fromEntries(parties.map(({ name }) => [name, (spent[name] ?? 0) / Math.max(1, load.answered)])),
      generatorMicros: (spent[GENERATOR] ?? 0) / Math.max(1, load.answered),
      noise,
      noisy: noiseReasons(noise, this.#bestCalibrationMs),
      failures: books.failures,
      drainMs,
      mistakes,
    }
  }

  say(line: string): void {
    process.stderr.write(`${line}\n`)
  }

  /** Both arms of the product share one ledger. */
  #acknowledgedBy(arm: Arm): Acknowledged {
    const key = arm.name === 'ours-write' ? 'ours' : arm.name
    const found = this.#acknowledged.get(key) ?? { awards: 0, tenths: 0 }
    this.#acknowledged.set(key, found)
    return found
  }

  /** Our own idle processes, which are not foreign load. */
  #bystanders(parties: readonly Watched[]): Watched[] {
    const taken = new Set(parties.map(({ pid }) => pid))
    const others = [...this.#arms.values()].flatMap((arm) =>
      arm.watched().map(({ pid }) => ({ name: `bystander ${pid}`, pid })),
    )
    const unique = new Map(others.filter(({ pid }) => !taken.has(pid)).map((other) => [other.pid, other]))
    return [...unique.values(), { name: GENERATOR, pid: this.load.pid }, { name: 'runner', pid: process.pid }]
  }

  #nextKey(): string {
    return `bench-${String((this.#runs += 1)).padStart(4, '0')}`
  }
}

const GENERATOR = 'generator'
