/**
 * `npm test`: the checks, then every kind of test, each even when an earlier one failed; at the end what failed, by name, and one line
 * that sums them all. In CI the files of a failed test are run once more by themselves, and it says so: a machine that is short of
 * processor time may lose a race that is not ours; a fault of ours loses it again. An error outside any test is excused by no second run.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChecks } from './checks.ts'
import {
  afterSecondRun,
  filesToRunAgain,
  named,
  playwrightCounts,
  playwrightErrorsOutside,
  playwrightFailures,
  sum,
  vitestCounts,
  vitestErrorsOutside,
  vitestFailures,
  withExitCode,
  type Counts,
  type Failure,
  type Outcome,
} from './counts.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const reports = join(repository, '.cache/reports')

interface Runner {
  name: string
  program: string
  args: string[]
  report: string
  count: (report: unknown) => Counts | undefined
  failures: (report: unknown) => Failure[]
  errorsOutside: (runner: string, report: unknown, written: unknown) => Failure[]
}

/**
 * Where Node keeps what it has compiled. Every file of integration tests is a process, and starts others: each would compile the same packages, a
 * third of what its imports take.
 */
const compiled = join(repository, '.cache/compiled')

/** Where vitest's errors outside any test are written. */
const errorsFile = join(reports, 'errors-outside.json')

const vitest = (name: string, ...projects: string[]): Runner => {
  const report = join(reports, `${projects.join('-')}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  return {
    name,
    program: 'vitest',
    args: [
      'run',
      '--config',
      'infra/quality/vitest.config.ts',
      ...chosen,
      '--reporter=default',
      '--reporter=json',
      '--reporter=./infra/quality/errors-outside.ts',
      `--outputFile.json=${report}`,
    ],
    report,
    count: vitestCounts,
    failures: vitestFailures,
    errorsOutside: vitestErrorsOutside,
  }
}

const runners: Runner[] = [
  vitest('Unit tests', 'unit', 'web'),
  vitest('Integration tests', 'integration'),
  vitest('Contract suite of the event store', 'contract'),
  {
    name: 'Browser tests',
    program: 'playwright',
    args: ['test', '--config', 'infra/quality/playwright.config.ts'],
    report: join(reports, 'e2e.json'),
    count: playwrightCounts,
    failures: playwrightFailures,
    errorsOutside: playwrightErrorsOutside,
  },
]

async function run(runner: Runner, files: string[] = []): Promise<Outcome> {
  for (const file of [runner.report, errorsFile]) rmSync(file, { force: true })
  const exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(repository, 'node_modules/.bin', runner.program), ...runner.args, ...files],
      {
        cwd: repository,
        env: { ...process.env, ERRORS_OUTSIDE: errorsFile, NODE_COMPILE_CACHE: compiled },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const report = read(runner.report)
  const errorsOutside = runner.errorsOutside(runner.name, report, read(errorsFile))
  const counts = withExitCode(report === undefined ? undefined : runner.count(report), exitCode, errorsOutside.length)
  return { ...counts, failures: report === undefined ? [] : runner.failures(report), errorsOutside }
}

/** Where few files failed, they are run once more by themselves; what passes then has passed, and is named. */
async function runAgainWhatFailed(runner: Runner, first: Outcome): Promise<Outcome> {
  const files = process.env['CI'] ? filesToRunAgain(first) : undefined
  if (files === undefined) return first
  console.log(`\n── ${runner.name}, once more: ${files.join(', ') || 'all of them'} ──`)
  const outcome = afterSecondRun(first, await run(runner, files))
  if (outcome.failed === 0) passedAgain.push(...named(runner.name, first))
  return outcome
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const passedAgain: Failure[] = []
const names = (list: Failure[]): string =>
  list.map(({ file, title }) => `  ${file.startsWith('/') ? relative(repository, file) : file}: ${title}`).join('\n')

mkdirSync(reports, { recursive: true })
console.log('── Checks ──')
const checks = await runChecks()
const all: Counts[] = [checks]
const failures: Failure[] = [...checks.failures]
for (const runner of runners) {
  console.log(`\n── ${runner.name} ──`)
  const outcome = await runAgainWhatFailed(runner, await run(runner))
  all.push(outcome)
  failures.push(...named(runner.name, outcome))
}
if (passedAgain.length > 0) console.log(`\nFailed at first and passed by themselves:\n${names(passedAgain)}`)
if (failures.length > 0) console.log(`\nFailed:\n${names(failures)}`)
const { passed, failed } = sum(all)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
