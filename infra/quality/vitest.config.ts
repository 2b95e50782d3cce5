/** Test kinds: `unit` needs nothing, `web` a document, `integration` PostgreSQL, Redis and the event store. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = '{services,projections,web,infra}'
const outside = ['**/node_modules/**', '.data/**', '.cache/**', '.build/**']
const notUnit = ['**/*.int.test.ts', '**/*.e2e.test.ts', '**/*.contract.test.ts']

/** A retry tells a race from a fault; `npm test` names retried tests (test.ts). */
const RETRY = 1

/**
 * The default would leave one of two cores idle. Files of a worker share its modules (`isolate: false`), but
 * not those with a document, whose state they would share, too.
 */
const WORKERS = 3

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
          isolate: false,
        },
      },
      {
        root,
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...outside, ...notUnit],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          environment: 'happy-dom',
          // As long as component-setup.ts lets Testing Library wait.
          expect: { poll: { timeout: 4_000 } },
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
          retry: RETRY,
          hookTimeout: 120_000,
          pool: 'forks',
          maxWorkers: WORKERS,
          isolate: false,
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
          retry: RETRY,
          hookTimeout: 120_000,
          pool: 'forks',
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
    ],
  },
})
