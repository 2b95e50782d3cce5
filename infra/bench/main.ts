/** `npm run bench`: all arms on one machine, side by side. See README.md. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { repository } from '../local/settings.ts'
import { CRUD_ARMS, type Arm } from './arms/arm.ts'
import { startCrudArm } from './arms/crud.ts'
import { startOurs, type Product } from './arms/ours.ts'
import { signEverybodyIn } from './arms/sessions.ts'
import { Bench } from './bench.ts'
import { startLoad, type Load } from './load/load.ts'
import { readOptions, type Options } from './options.ts'
import { markdownOf } from './report/markdown.ts'
import type { About, Results } from './report/results.ts'
import { openStage, type Stage } from './stage.ts'
import { awardSuite } from './suites/award.ts'
import { catchUpSuite } from './suites/catch-up.ts'
import { dashboardSuite } from './suites/dashboard.ts'
import { feltSuite } from './suites/felt.ts'
import { growthSuite } from './suites/growth.ts'
import { latencySuite, loginSuite } from './suites/latency.ts'
import { logSizeSuite } from './suites/log-size.ts'
import { machinesSuite } from './suites/machines.ts'
import { pagesSuite } from './suites/pages.ts'
import { partitionsSuite } from './suites/partitions.ts'

const options = readOptions()
const dataDir = join(resolve(repository, process.env['HATIK_DATA_DIR'] || '.data'), 'bench')
const startedAt = new Date()
mkdirSync(dataDir, { recursive: true })

const undo: (() => Promise<void> | void)[] = []
let ending: Promise<void> | undefined
function end(): Promise<void> {
  ending ??= (async () => {
    for (const step of undo.reverse()) await step()
  })()
  return ending
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void end().finally(() => process.exit(130)))
}

try {
  await run()
} catch (error) {
  // While stopping, running work fails; only earlier errors matter.
  if (ending) await new Promise(() => {})
  throw error
} finally {
  await end()
}

async function run(): Promise<void> {
  process.stderr.write('Starting the servers and all arms …\n')
  const stage = await openStage(dataDir)
  undo.push(stage.stop)
  const product = await startOurs(stage.database('bench_ours'), stage.env)
  undo.push(product.stop)
  const arms = await startArms(stage, product)
  const load = await startLoad(await signEverybodyIn(stage.parsedEnv))
  undo.push(load.close)

  const results = await runSuites({ stage, product, arms, load, options })
  const out = resolve(options.out ?? join(dataDir, `${startedAt.toISOString().replaceAll(':', '-').slice(0, 19)}.json`))
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, `${JSON.stringify(results, null, 2)}\n`)
  const page = markdownOf(results)
  writeFileSync(out.replace(/(\.json)?$/, '.md'), page)
  process.stdout.write(`${page}\nWritten to ${out}\n`)
}

async function startArms(stage: Stage, product: Product): Promise<Arm[]> {
  const arms: Arm[] = [...product.arms]
  for (const name of CRUD_ARMS) {
    if (!options.arms.includes(name)) continue
    const arm = await startCrudArm(name, stage.database(`bench_${name.replace('-', '_')}`), stage.env)
    undo.push(arm.stop)
    arms.push(arm)
  }
  return arms.filter(({ name }) => options.arms.includes(name) || name === 'ours')
}

async function runSuites(parts: {
  stage: Stage
  product: Product
  arms: Arm[]
  load: Load
  options: Options
}): Promise<Results> {
  const bench = new Bench(parts)
  const results: Results = { about: aboutThis(parts.stage) }
  for (const suite of options.suites) {
    bench.say(`${suite}:`)
    try {
      if (suite === 'award') results.award = await awardSuite(bench)
      if (suite === 'latency') results.latency = await latencySuite(bench)
      if (suite === 'catch-up') results.catchUp = await catchUpSuite(bench)
      if (suite === 'growth') results.growth = await growthSuite(bench)
      if (suite === 'log-size') results.logSize = await logSizeSuite(bench)
      if (suite === 'login') results.login = await loginSuite(bench)
      if (suite === 'dashboard') results.dashboard = await dashboardSuite(bench)
      if (suite === 'machines') results.machines = await machinesSuite(bench)
      if (suite === 'partitions') results.partitions = await partitionsSuite(bench)
      if (suite === 'felt') results.felt = await feltSuite(bench)
      if (suite === 'pages') results.pages = await pagesSuite(dataDir, (line) => bench.say(line))
    } catch (error) {
      // Keeps the results of other suites, but the run has failed.
      const why = error instanceof Error ? error.message : String(error)
      results.broken = { ...results.broken, [suite]: why }
      process.exitCode = 1
      bench.say(`  did not finish: ${why}`)
      await parts.stage.setFlush('native')
    }
  }
  results.about.tookSeconds = (Date.now() - startedAt.getTime()) / 1000
  return results
}

/** Without names and folders. */
function aboutThis(stage: Stage): About {
  const { rounds, secs, seed, quick } = options
  return {
    measuredAt: startedAt.toISOString(),
    cpus: cpus().length,
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: `Linux ${release().split('-')[0]}`,
    node: process.versions.node,
    postgres: stage.postgresVersion,
    commit: commit(),
    seed,
    rounds,
    secs,
    quick,
    tookSeconds: 0,
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'no commit'
  }
}
