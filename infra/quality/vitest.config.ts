/** Three kinds of test: `unit` needs nothing, `web` needs a document, `integration` needs PostgreSQL, Redis and the event store. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { splitWords } from '../../web/split-words.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = '{services,projections,web,infra}'
const outside = ['**/node_modules/**', '.data/**', '.cache/**', '.build/**']
const notUnit = ['**/*.int.test.ts', '**/*.e2e.test.ts', '**/*.contract.test.ts']

/** A machine that is short of processor time may lose a race that is not ours; a fault of ours loses it again. */
const AGAIN_IN_CI = process.env['CI'] ? 1 : 0

/** Of themselves the runners would leave one of two cores idle. */
const WORKERS = 2

export default defineConfig({
  root,
  cacheDir: `${root}.cache/vitest`,
  test: {
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['{services,projections,infra}/**/*.test.ts'],
          exclude: [...outside, ...notUnit],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
        },
      },
      {
        root,
        oxc: { jsx: { runtime: 'automatic' } },
        plugins: [splitWords({ whole: true })],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...outside, ...notUnit],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          environment: 'happy-dom',
          setupFiles: [`${root}infra/quality/component-setup.ts`],
        },
      },
      {
        root,
        test: {
          name: 'integration',
          include: [`${folders}/**/*.int.test.ts`],
          exclude: outside,
          globalSetup: [`${root}infra/quality/global-setup.ts`],
          setupFiles: [`${root}infra/quality/integration-setup.ts`],
          testTimeout: 60_000,
          retry: AGAIN_IN_CI,
          hookTimeout: 120_000,
          pool: 'forks',
          maxWorkers: WORKERS,
        },
      },
      {
        root,
        test: {
          name: 'contract',
          include: [`${folders}/**/*.contract.test.ts`],
          exclude: outside,
          globalSetup: [`${root}infra/quality/global-setup.ts`],
          testTimeout: 60_000,
          retry: AGAIN_IN_CI,
          hookTimeout: 120_000,
          pool: 'forks',
          maxWorkers: WORKERS,
        },
      },
    ],
  },
})
