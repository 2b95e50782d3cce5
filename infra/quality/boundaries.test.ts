import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const boundaries = createRequire(import.meta.url)('./boundaries.cjs') as {
  forbidden: { name: string }[]
  options: Record<string, unknown>
}
const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A minimal repository without violations. */
const house: Record<string, string> = {
  'services/contracts/units/points.ts': `import { z } from 'zod'; export const points = z`,
  'services/ledger/decider.ts': `import { points } from '#contracts/units/points.ts'; export const decide = points`,
  'services/ledger/testing.ts': `import { expect } from 'vitest'; import { decide } from './decider.ts'; export const given = [expect, decide]`,
  'services/platform/postgres/postgres.ts': `import { decide } from '#ledger/decider.ts'; export const pool = decide`,
  'services/platform/event-store/gateway.ts': `import '@eventstore/db-client'; import { decide } from '#ledger/decider.ts'; export const gateway = decide`,
  'services/accounts/users.ts': `import { pool } from '#platform/postgres/postgres.ts'; export const users = pool`,
  'services/businesses/perks/perks.ts': `import { pool } from '#platform/postgres/postgres.ts'; export const perks = pool`,
  'services/api/main.ts': `import 'fastify'; import { users } from '#accounts/users.ts'; import { perks } from '#businesses/perks/perks.ts'; import { all } from '#projections/all.ts'; export default [users, perks, all]`,
  'projections/all.ts': `import { one } from './one/projection.ts'; import { two } from './two/projection.ts'; import { queue } from './runtime/wake/queue.ts'; export const all = [one, two, queue]`,
  'projections/one/projection.ts': `import { pool } from '#platform/postgres/postgres.ts'; export const one = pool`,
  'projections/two/projection.ts': `import { pool } from '#platform/postgres/postgres.ts'; export const two = pool`,
  'projections/runtime/wake/queue.ts': `import 'bullmq'; import { pool } from '#platform/postgres/postgres.ts'; export const queue = pool`,
  'web/lib/session/session.ts': `import 'jotai'; import { points } from '#contracts/units/points.ts'; export const session = points`,
  'web/components/inputs/button.tsx': `import 'radix-ui'; import { session } from '#web/lib/session/session.ts'; export const button = session`,
  'web/features/counter/award/award.tsx': `import { button } from '#web/components/inputs/button.tsx'; export const award = button`,
  'web/features/buyer/redeem/redeem.tsx': `import { button } from '#web/components/inputs/button.tsx'; export const redeem = button`,
  'web/app/main.tsx': `import { award } from '#web/features/counter/award/award.tsx'; import { redeem } from '#web/features/buyer/redeem/redeem.tsx'; export default [award, redeem]`,
  'infra/local/main.ts': `import { pool } from '#platform/postgres/postgres.ts'; export default pool`,
  'infra/faults/main.ts': `import { pool } from '#platform/postgres/postgres.ts'; export const faults = pool`,
}

/** A violation of every rule: [rule, file, import]. */
const plants: [rule: string, file: string, text: string][] = [
  ['contracts-stand-alone', 'services/contracts/bad.ts', `import '#ledger/decider.ts'`],
  ['contracts-know-zod-and-hashes', 'services/contracts/bad.ts', `import 'pg'`],
  ['contracts-know-zod-and-hashes', 'services/contracts/bad.ts', `import 'node:crypto'`],
  ['ledger-knows-contracts-alone', 'services/ledger/bad.ts', `import '#platform/postgres/postgres.ts'`],
  ['ledger-is-pure', 'services/ledger/bad.ts', `import 'zod'`],
  ['ledger-is-pure', 'services/ledger/bad.ts', `import 'node:crypto'`],
  ['ledger-is-pure', 'services/ledger/bad.ts', `import type { X } from 'pg'; export const x = undefined as X`],
  ['platform-below-the-areas', 'services/platform/bad.ts', `import '#accounts/users.ts'`],
  ['accounts-stand-apart', 'services/accounts/bad.ts', `import '#businesses/perks/perks.ts'`],
  ['businesses-stand-apart', 'services/businesses/bad.ts', `import '#accounts/users.ts'`],
  ['audit-stands-apart', 'services/audit/bad.ts', `import '#accounts/users.ts'`],
  ['projections-below-the-api', 'projections/three/bad.ts', `import '#accounts/users.ts'`],
  ['worker-wires-services-alone', 'projections/main.ts', `import '../web/lib/session/session.ts'`],
  ['api-knows-services-and-projections', 'services/api/bad.ts', `import '#web/lib/session/session.ts'`],
  ['web-knows-contracts-alone', 'web/app/bad.ts', `import '#platform/postgres/postgres.ts'`],
  ['nobody-imports-the-api', 'services/businesses/bad.ts', `import '../api/main.ts'`],
  ['nobody-imports-infra', 'services/api/bad.ts', `import '../../infra/faults/main.ts'`],
  ['nobody-imports-infra', 'services/api/bad.test.ts', `import '../../infra/faults/main.ts'`],
  ['only-tests-import-test-services', 'services/api/bad.ts', `import '../../infra/local/main.ts'`],
  ['read-models-stand-apart', 'projections/one/bad.ts', `import '../two/projection.ts'`],
  ['runtime-knows-no-read-model', 'projections/runtime/bad.ts', `import '../one/projection.ts'`],
  ['features-stand-apart', 'web/features/counter/award/bad.ts', `import '#web/features/buyer/redeem/redeem.tsx'`],
  ['web-lib-is-the-bottom', 'web/lib/bad.ts', `import '#web/components/inputs/button.tsx'`],
  ['web-components-know-lib', 'web/components/bad.ts', `import '#web/features/counter/award/award.tsx'`],
  ['web-features-know-components', 'web/features/counter/award/bad.ts', `import '#web/app/main.tsx'`],
  ['web-runs-in-a-browser', 'web/lib/bad.ts', `import 'node:fs'`],
  ['store-door', 'services/api/bad.ts', `import '@eventstore/db-client'`],
  ['queue-door', 'projections/runtime/bad.ts', `import 'bullmq'`],
  ['metrics-door', 'services/api/bad.ts', `import 'prom-client'`],
  ['traces-door', 'services/platform/traces/bad.ts', `import '@opentelemetry/api'`],
  ['http-door', 'services/accounts/bad.ts', `import 'fastify'`],
  ['widgets-door', 'web/features/counter/award/bad.ts', `import 'radix-ui'`],
  ['client-state-door', 'web/features/counter/award/bad.ts', `import 'jotai'`],
  ['product-needs-no-test', 'services/accounts/bad.ts', `import '../ledger/testing.ts'`],
  ['no-cycles', 'services/accounts/bad.ts', `import './worse.ts'; export const bad = 1`],
  ['no-orphans', 'services/accounts/bad.ts', `export const alone = 1`],
  ['no-unresolvable', 'services/accounts/bad.ts', `import './nowhere.ts'`],
  ['no-undeclared-package', 'services/accounts/bad.ts', `import 'undeclared'`],
  ['no-test-package-in-the-product', 'services/accounts/bad.ts', `import 'vitest'`],
]

const packages = [
  'zod',
  'pg',
  'bullmq',
  'prom-client',
  'fastify',
  'radix-ui',
  'jotai',
  '@eventstore/db-client',
  '@opentelemetry/api',
]

describe('the import boundaries', () => {
  let folder: string

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hatik-boundaries-')))
    for (const [file, text] of Object.entries(house)) write(folder, file, text)
    for (const name of [...packages, 'vitest', 'undeclared']) {
      write(folder, `node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
      write(folder, `node_modules/${name}/index.js`, 'export default 1')
    }
    cpSync(join(repository, 'tsconfig.json'), join(folder, 'tsconfig.json'))
    const { imports } = createRequire(import.meta.url)('../../package.json') as { imports: object }
    const versions = Object.fromEntries(packages.map((name) => [name, '1']))
    write(
      folder,
      'package.json',
      JSON.stringify({ type: 'module', imports, dependencies: versions, devDependencies: { vitest: '1' } }),
    )
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('accept a repository without violations', async () => {
    expect(await violations(folder)).toEqual([])
  })

  it.each(plants)('%s: %s with %s is caught', async (rule, file, text) => {
    write(folder, file, text)
    const second = join(folder, 'services/accounts/worse.ts')
    if (rule === 'no-cycles') writeFileSync(second, `import { bad } from './bad.ts'; export const worse = bad`)
    try {
      expect(await violations(folder)).toContain(`${rule}: ${file}`)
    } finally {
      rmSync(join(folder, file))
      rmSync(second, { force: true })
    }
  })

  it('each have a planted violation', () => {
    const planted = new Set(plants.map(([rule]) => rule))
    expect(boundaries.forbidden.map((rule) => rule.name).filter((name) => !planted.has(name))).toEqual([])
  })
})

function write(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${text}\n`)
}

async function violations(folder: string): Promise<string[]> {
  const { enhancedResolveOptions, ...options } = boundaries.options
  const found = await cruise(
    ['services', 'projections', 'web', 'infra'],
    { ...options, baseDir: folder, ruleSet: { forbidden: boundaries.forbidden as never }, validate: true },
    { ...(enhancedResolveOptions as object), bustTheCache: true },
    { tsConfig: extractTSConfig(join(folder, 'tsconfig.json')) },
  )
  return (found.output as ICruiseResult).summary.violations.map(
    (violation) => `${violation.rule.name}: ${violation.from}`,
  )
}
