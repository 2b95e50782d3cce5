/** `npm run check`: static checks of the code. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Counts, Failure } from './counts.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Each is a program that is silent without findings. */
const checks: { name: string; program: string; args: string[] }[] = [
  { name: 'types (tsc)', program: 'tsc', args: ['-p', '.', '--noEmit'] },
  {
    name: 'boundaries (dependency-cruiser)',
    program: 'depcruise',
    args: ['--config', 'infra/quality/boundaries.cjs', 'services', 'projections', 'web', 'infra'],
  },
  { name: 'lint (oxlint, type-aware)', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format (oxfmt)', program: 'oxfmt', args: ['--check'] },
  {
    name: 'unused files, exports and packages (knip)',
    program: 'knip',
    args: ['--config', '.knip.json', '--no-progress'],
  },
]

/** Runs them in parallel and prints findings in order; each counts as one. */
export async function runChecks(): Promise<Counts & { failures: Failure[] }> {
  const counts = { passed: 0, failed: 0, failures: [] as Failure[] }
  const outcomes = await Promise.all(
    checks.map(async (check) => ({ check, ...(await runProgram(check.program, check.args)) })),
  )
  for (const { check, code, output } of outcomes) {
    console.log(`${code === 0 ? '✓' : '✗'} ${check.name}`)
    if (code !== 0) console.log(output)
    counts[code === 0 ? 'passed' : 'failed'] += 1
    if (code !== 0) counts.failures.push({ file: 'Checks', title: check.name })
  }
  return counts
}

function runProgram(program: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repository, 'node_modules/.bin', program), ...args], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (bytes: Buffer): void => {
      output += bytes.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

if (import.meta.main) {
  const { failed } = await runChecks()
  process.exitCode = failed === 0 ? 0 : 1
}
