/**
 * `npm test`: the checks, then every kind of test, even after failures, with a summary of names and counts. Integration
 * and browser tests are retried once for diagnosis; more than two retried tests fail the run.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChecks } from './checks.ts'
import {
  named,
  playwrightCounts,
  playwrightErrorsOutside,
  playwrightFailures,
  playwrightRetried,
  sum,
  tooManyRetried,
  vitestCounts,
  vitestErrorsOutside,
  vitestFailures,
  vitestRetried,
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
  errorsOutside: (runner: string, report: unknown, beside: unknown) => Failure[]
  retried: (report: unknown, beside: unknown) => Failure[]
}

/**
 * Node's compile cache: each integration test file starts processes that compile the same packages, a third of their
 * import time.
 */
const compiled = join(repository, '.cache/compiled')

/** Report of run-reporter.ts. */
const besideFile = join(reports, 'run-report.json')

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
      '--reporter=./infra/quality/run-reporter.ts',
      `--outputFile.json=${report}`,
    ],
    report,
    count: vitestCounts,
    failures: vitestFailures,
    errorsOutside: vitestErrorsOutside,
    retried: (_, beside) => vitestRetried(beside),
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
    retried: playwrightRetried,
  },
]

async function run(runner: Runner): Promise<Outcome> {
  for (const file of [runner.report, besideFile]) rmSync(file, { force: true })
  const exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [join(repository, 'node_modules/.bin', runner.program), ...runner.args], {
      cwd: repository,
      env: { ...process.env, RUN_REPORT: besideFile, NODE_COMPILE_CACHE: compiled },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const report = read(runner.report)
  const beside = read(besideFile)
  const errorsOutside = runner.errorsOutside(runner.name, report, beside)
  const counts = withExitCode(report === undefined ? undefined : runner.count(report), exitCode, errorsOutside.length)
  return {
    ...counts,
    failures: report === undefined ? [] : runner.failures(report),
    errorsOutside,
    retried: runner.retried(report, beside),
  }
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const names = (list: Failure[]): string =>
  list.map(({ file, title }) => `  ${file.startsWith('/') ? relative(repository, file) : file}: ${title}`).join('\n')

mkdirSync(reports, { recursive: true })
console.log('── Checks ──')
const checks = await runChecks()
const all: Counts[] = [checks]
const failures: Failure[] = [...checks.failures]
const retried: Failure[] = []
for (const runner of runners) {
  console.log(`\n── ${runner.name} ──`)
  const outcome = await run(runner)
  all.push(outcome)
  failures.push(...named(runner.name, outcome))
  retried.push(...outcome.retried)
}
const tooMany = tooManyRetried(retried)
failures.push(...tooMany)
all.push({ passed: 0, failed: tooMany.length })
console.log(`\nPassed only on retry: ${retried.length}${retried.length > 0 ? `\n${names(retried)}` : ''}`)
if (failures.length > 0) console.log(`\nFailed:\n${names(failures)}`)
const { passed, failed } = sum(all)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
