import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdsLockedPackages, runningInstances, runsTypeScript, wantedStamp } from './bootstrap.mjs'

describe('the first start of a clone', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'hatik-bootstrap-'))
  })
  afterEach(() => {
    rmSync(root, { recursive: true, force: true })
  })
  const write = (file: string, content: unknown) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), JSON.stringify(content))
  }

  it('installs again exactly when the lock file changes', () => {
    write('package-lock.json', { packages: {} })
    const before = wantedStamp(root)
    expect(wantedStamp(root)).toBe(before)
    write('package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } })
    expect(wantedStamp(root)).not.toBe(before)
  })

  it('believes an install made by hand when it holds every locked package', () => {
    write('package-lock.json', { packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/arm': { version: '1.0.0', optional: true } } })
    expect(holdsLockedPackages(root)).toBe(false)
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } })
    expect(holdsLockedPackages(root)).toBe(true)
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.1' } } })
    expect(holdsLockedPackages(root)).toBe(false)
  })

  it('knows which Node runs TypeScript as it stands', () => {
    expect(['v20.20.2', 'v22.17.1', 'v22.18.0', 'v24.21.0'].map(runsTypeScript)).toEqual([false, false, true, true])
    // These run it, but no file knows whether it was the one that was started: `npm run check` would do nothing and say nothing.
    expect(['v23.6.0', 'v23.11.1', 'v24.0.0', 'v24.2.0', 'v24.3.0', 'v26.0.0'].map(runsTypeScript)).toEqual([false, false, false, false, true, true])
  })

  it('forgets the sign of an instance that is no more', () => {
    write('.cache/running/999999999', 'gone')
    expect(runningInstances(root)).toEqual([])
  })
})
