import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdsLockedPackages, runningInstances, runsTypeScript, startedAt, wantedStamp } from './bootstrap.mjs'
import { takeDataFolder } from './local/instance-lock.ts'
import { repository } from './local/settings.ts'

/** Far more than it takes; one that waits for an install that is no more would wait for minutes. */
const BOOTSTRAP_MS = 20_000

describe('the first start of a clone', { timeout: 4 * BOOTSTRAP_MS }, () => {
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

  it('the bootstrap reinstalls exactly when the lock file changes', () => {
    write('package-lock.json', { packages: {} })
    const before = wantedStamp(root)
    expect(wantedStamp(root)).toBe(before)
    write('package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } })
    expect(wantedStamp(root)).not.toBe(before)
  })

  it('the bootstrap accepts a manual install that contains every locked package', () => {
    write('package-lock.json', {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0' },
        'node_modules/arm': { version: '1.0.0', optional: true },
      },
    })
    expect(holdsLockedPackages(root)).toBe(false)
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } })
    expect(holdsLockedPackages(root)).toBe(true)
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.1' } } })
    expect(holdsLockedPackages(root)).toBe(false)
  })

  const here = { os: [process.platform], cpu: [process.arch] }
  const lockWith = (entry: object) =>
    write('package-lock.json', {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0' },
        'node_modules/native': { version: '2.0.0', ...entry },
      },
    })
  const installed = (...others: [string, string][]) =>
    write('node_modules/.package-lock.json', {
      packages: Object.fromEntries([
        ['node_modules/a', { version: '1.0.0' }],
        ...others.map(([name, version]) => [`node_modules/${name}`, { version }]),
      ]),
    })

  it.each([
    { which: 'names this platform', entry: { optional: true, ...here }, canDoWithout: false },
    {
      which: 'names this platform in single words',
      entry: { optional: true, os: process.platform, cpu: process.arch },
      canDoWithout: false,
    },
    { which: 'rules out another platform', entry: { optional: true, os: ['!win32'] }, canDoWithout: false },
    { which: 'is for another system', entry: { optional: true, ...here, os: ['aix'] }, canDoWithout: true },
    { which: 'is for another processor', entry: { optional: true, ...here, cpu: ['mips'] }, canDoWithout: true },
    { which: 'is for another C library', entry: { optional: true, ...here, libc: ['other'] }, canDoWithout: true },
    { which: 'rules this platform out', entry: { optional: true, os: [`!${process.platform}`] }, canDoWithout: true },
    { which: 'names no platform', entry: { optional: true }, canDoWithout: true },
    { which: 'is needed by a tool of ours', entry: { devOptional: true }, canDoWithout: false },
  ])('the bootstrap accepts a missing package that $which: $canDoWithout', ({ entry, canDoWithout }) => {
    lockWith(entry)
    installed()
    expect(holdsLockedPackages(root)).toBe(canDoWithout)
    installed(['native', '1.9.0'])
    expect(holdsLockedPackages(root)).toBe(false)
    installed(['native', '2.0.0'])
    expect(holdsLockedPackages(root)).toBe(true)
  })

  /** The bootstrap of this folder, as a process of its own, with an npm whose install leaves these packages behind. */
  function bootstrap(...packages: [string, string][]): { status: number | null; output: string; isStamped: boolean } {
    mkdirSync(join(root, 'infra'), { recursive: true })
    copyFileSync(join(repository, 'infra/bootstrap.mjs'), join(root, 'infra/bootstrap.mjs'))
    const left = JSON.stringify({
      packages: Object.fromEntries(packages.map(([name, version]) => [`node_modules/${name}`, { version }])),
    })
    writeFileSync(
      join(root, 'npm.js'),
      `const fs = require('fs'); fs.mkdirSync('node_modules', { recursive: true }); fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(left)}); console.log('npm ran')`,
    )
    const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/bootstrap.mjs'], {
      cwd: root,
      env: { ...process.env, npm_execpath: join(root, 'npm.js') },
      encoding: 'utf8',
      timeout: BOOTSTRAP_MS,
    })
    return { status, output: stdout + stderr, isStamped: existsSync(join(root, 'node_modules/.install-stamp')) }
  }

  it('the bootstrap names a platform package that npm could not install, and retries at the next start', () => {
    lockWith({ optional: true, ...here })
    expect(bootstrap(['a', '1.0.0'])).toMatchObject({
      status: 0,
      output: expect.stringContaining('npm could not install native 2.0.0'),
      isStamped: false,
    })
    expect(bootstrap(['a', '1.0.0'], ['native', '2.0.0'])).toMatchObject({
      status: 0,
      output: expect.stringContaining('npm ran'),
      isStamped: true,
    })
    expect(bootstrap()).toEqual({ status: 0, output: '', isStamped: true })
  })

  it.each(['', '{"packages": {"node_modules/a": {"ver'])(
    'the bootstrap reinstalls if a power loss left the package list as: %s',
    (half) => {
      lockWith({ optional: true })
      installed()
      writeFileSync(join(root, 'node_modules/.package-lock.json'), half)
      expect(bootstrap(['a', '1.0.0'])).toMatchObject({
        status: 0,
        output: expect.stringContaining('npm ran'),
        isStamped: true,
      })
    },
  )

  it('the bootstrap does not wait for a dead install whose process id was reused', () => {
    lockWith({ optional: true })
    installed()
    mkdirSync(join(root, '.cache/install.lock'), { recursive: true })
    writeFileSync(join(root, '.cache/install.lock/pid'), `${process.pid} 1`)
    expect(bootstrap()).toEqual({ status: 0, output: '', isStamped: true })
  })

  it('the bootstrap knows which Node versions run TypeScript directly', () => {
    expect(['v20.20.2', 'v22.17.1', 'v22.18.0', 'v24.21.0'].map(runsTypeScript)).toEqual([false, false, true, true])
    // These run it, but no file knows whether it was the one that was started: `npm run check` would do nothing and say nothing.
    expect(['v23.6.0', 'v23.11.1', 'v24.0.0', 'v24.2.0', 'v24.3.0', 'v26.0.0'].map(runsTypeScript)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('the bootstrap removes the marker of a dead instance', () => {
    write('.cache/running/999999999', 'gone')
    expect(runningInstances(root)).toEqual([])
  })

  const sign = (pid: number, content: string) => {
    mkdirSync(join(root, '.cache/running'), { recursive: true })
    writeFileSync(join(root, '.cache/running', String(pid)), content)
  }

  it('the bootstrap tells a running instance from a process with a reused id', () => {
    sign(process.pid, `${startedAt(process.pid)} /data\n`)
    expect(runningInstances(root)).toEqual([String(process.pid)])
    sign(process.pid, '1 /data\n')
    expect(runningInstances(root)).toEqual([])
  })

  it('the bootstrap does not take the shell that starts Hatik for a running instance', () => {
    const script = `console.log(JSON.stringify((await import(${JSON.stringify(join(repository, 'infra/bootstrap.mjs'))})).runningInstances(${JSON.stringify(root)})))`
    mkdirSync(join(root, '.cache/running'), { recursive: true })
    // The shell writes its own number down, as the instance before it had the same one; the second command keeps it from becoming Node.
    const shell = `echo /data > ${root}/.cache/running/$$; '${process.execPath}' --input-type=module -e '${script}' && true infra/local/start.ts`
    expect(spawnSync('sh', ['-c', shell], { encoding: 'utf8' }).stdout.trim()).toBe('[]')
  })

  it('the bootstrap sees the marker of a running instance', () => {
    const giveBack = takeDataFolder(join(root, 'data'))
    try {
      expect(runningInstances(repository)).toContain(String(process.pid))
    } finally {
      giveBack()
    }
  })
})
