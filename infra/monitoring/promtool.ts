import { spawnSync } from 'node:child_process'

/** Of Debian's package `prometheus`. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Printed where tests are skipped. */
export const WITHOUT_PROMTOOL = 'promtool is not installed (Debian: apt-get install prometheus)'

export function promtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
