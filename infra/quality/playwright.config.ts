/** Browser tests: every `*.e2e.test.ts`, against one product per run. */
import { defineConfig, devices } from '@playwright/test'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../local/ports.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(repository, '.cache')

// Set once, because workers evaluate this file again. A name, because browsers make no passkeys for IP addresses.
process.env['HATIK_E2E_URL'] ??= `http://localhost:${await freePort()}`

export default defineConfig({
  testDir: repository,
  testMatch: '**/*.e2e.test.ts',
  testIgnore: ['**/node_modules/**', '**/.cache/**', '**/.build/**', '**/.data/**'],
  outputDir: join(cache, 'e2e-results'),
  globalSetup: join(repository, 'infra/quality/e2e-setup.ts'),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 3,
  fullyParallel: true,
  // A retry tells a race from a fault.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: join(cache, 'reports/e2e.json') }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env['HATIK_E2E_URL'],
    // Tracing every test adds half of the run time.
    trace: 'on-first-retry',
    locale: 'en-US',
    timezoneId: 'Asia/Yerevan',
    permissions: ['camera'],
    // It stores every file of the app in each new context, a sixth of the run time; offline tests allow it.
    serviceWorkers: 'block',
  },
})
