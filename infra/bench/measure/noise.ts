/**
 * Detects foreign load during a run: CPU of other processes, memory pressure, CPU steal, and fixed work for processor
 * and disk.
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { percentile, Samples } from './percentiles.ts'

const MOST_FOREIGN_CORES = 0.3
const MOST_MEMORY_PRESSURE = 5
const MOST_CALIBRATION_TIMES_BEST = 1.5

export type Noise = {
  foreignCores: number
  stolenCores: number
  /** PSI: percent of the last 10 s with tasks waiting for memory; 0 if unsupported. */
  memoryPressure: number
  /** Ms of a fixed sha-256 loop. */
  calibrationMs: number
  /** Median µs of fdatasync after writing 8 kB. */
  flushMicros: number
}

/** Reasons to repeat a measurement. */
export function noiseReasons(noise: Noise, bestCalibrationMs: number): string[] {
  const reasons: string[] = []
  if (noise.foreignCores > MOST_FOREIGN_CORES) reasons.push(`strangers used ${noise.foreignCores.toFixed(2)} cores`)
  if (noise.memoryPressure > MOST_MEMORY_PRESSURE) reasons.push(`memory pressure ${noise.memoryPressure}`)
  if (noise.calibrationMs > MOST_CALIBRATION_TIMES_BEST * bestCalibrationMs) {
    reasons.push(
      `the calibration loop took ${noise.calibrationMs.toFixed(1)} ms, at best ${bestCalibrationMs.toFixed(1)}`,
    )
  }
  return reasons
}

export function memoryPressure(): number {
  try {
    return Number(/^some avg10=([\d.]+)/m.exec(readFileSync('/proc/pressure/memory', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The best of three, to ignore interruptions. */
export function calibrationMs(): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const startedAt = performance.now()
    let text = 'hatik'
    for (let turn = 0; turn < 3_000; turn += 1) text = hash('sha256', text)
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

export function flushMicros(folder: string, times = 100): number {
  const path = join(folder, `flush-${process.pid}`)
  const file = openSync(path, 'w')
  const samples = new Samples()
  const page = Buffer.alloc(8192, 7)
  try {
    for (let turn = 0; turn < times; turn += 1) {
      const startedAt = performance.now()
      writeSync(file, page)
      fdatasyncSync(file)
      samples.push((performance.now() - startedAt) * 1000)
    }
  } finally {
    closeSync(file)
    unlinkSync(path)
  }
  return percentile(samples.sorted(), 0.5)
}
