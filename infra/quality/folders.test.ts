import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
/** Beside each other, without tests. */
const MOST_SOURCES = 25

it(`no folder but that of migrations holds more than ${MOST_SOURCES} source files`, () => {
  const sources = globSync('{services,projections,web,infra}/**/*.{ts,tsx}', { cwd: repository }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && dirname(file) !== 'infra/migrations',
  )
  const sizes = Object.entries(Object.groupBy(sources, dirname)).map(([folder, files]) => ({
    folder,
    files: files?.length ?? 0,
  }))
  expect(sizes.length).toBeGreaterThan(100)
  expect(sizes.filter(({ files }) => files > MOST_SOURCES)).toEqual([])
})
