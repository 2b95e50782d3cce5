/** `npm test`: the checks, then every kind of test, each even when an earlier one failed, and one line that sums them all. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChecks } from './checks.ts'
import { playwrightCounts, sum, vitestCounts, withExitCode, type Counts } from './counts.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const reports = join(repository, '.cache/reports')

interface Runner {
  name: string
  program: string
  args: string[]
  report: string
  count: (report: unknown) => Counts | undefined
}

const vitest = (name: string, ...projects: string[]): Runner => {
  const report = join(reports, `${projects.join('-')}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  return {
    name,
    program: 'vitest',
    args: ['run', '--config', 'infra/quality/vitest.config.ts', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
    count: vitestCounts,
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
  },
]

async function run(runner: Runner): Promise<Counts> {
  console.log(`\n── ${runner.name} ──`)
  rmSync(runner.report, { force: true })
  const exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [join(repository, 'node_modules/.bin', runner.program), ...runner.args], {
      cwd: repository,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  return withExitCode(readCounts(runner), exitCode)
}

function readCounts({ report, count }: Runner): Counts | undefined {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return undefined
  }
}

mkdirSync(reports, { recursive: true })
console.log('── Checks ──')
const all = [await runChecks()]
for (const runner of runners) all.push(await run(runner))
const { passed, failed } = sum(all)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
