/** Finds a Redis server, or downloads the distribution's package without installing it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LogLine } from '../child.ts'

export interface RedisServer {
  command: string
  libraryPath?: string
}

const cacheFolder = fileURLToPath(new URL('../../../.cache/', import.meta.url))
const names = ['redis-server', 'valkey-server']
const help =
  'Install one (Debian: apt-get install redis-server), put redis-server on the PATH, or set REDIS_URL to a running Redis 6.2 or newer.'

/** Throws with instructions if none can be found or downloaded. */
export function redisServer(log?: LogLine): RedisServer {
  const onPath = names.flatMap((name) =>
    (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)),
  )
  const installed = onPath.find((file) => existsSync(file) && runs({ command: file }))
  if (installed !== undefined) return { command: installed }
  const unpacked = join(cacheFolder, 'redis')
  const cached = findIn(unpacked)
  if (cached && runs(cached)) return cached
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    throw new Error(`No Redis server found. ${help}`)
  log?.('Downloading the Redis server package (1.5 MB, once) …')
  fetchPackage(unpacked)
  const fetched = findIn(unpacked)
  if (fetched && runs(fetched)) return fetched
  throw new Error(`The downloaded Redis server does not run on this system. ${help}`)
}

function findIn(folder: string): RedisServer | undefined {
  const command = names.map((name) => join(folder, 'usr/bin', name)).find((file) => existsSync(file))
  if (command === undefined) return undefined
  const triplet = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch as string] ?? ''
  const libraryPath = ['usr/lib', 'lib'].map((part) => join(folder, part, triplet)).join(delimiter)
  return { command, libraryPath }
}

function runs({ command, libraryPath }: RedisServer): boolean {
  const env = libraryPath === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraryPath }
  return spawnSync(command, ['--version'], { env, stdio: 'ignore' }).status === 0
}

/** Downloads the package and missing libraries, and moves them into `target` atomically. */
function fetchPackage(target: string): void {
  mkdirSync(cacheFolder, { recursive: true })
  const work = mkdtempSync(join(cacheFolder, 'redis-'))
  const tree = join(work, 'tree')
  const debs = join(work, 'debs')
  mkdirSync(tree)
  mkdirSync(debs)
  try {
    const [apt, serverPackage] = aptWithLists(work)
    const packages = missingPackages(serverPackage, apt)
    execFileSync('apt-get', [...apt, 'download', ...packages], { cwd: debs, stdio: ['ignore', 'ignore', 'pipe'] })
    for (const deb of readdirSync(debs))
      execFileSync('dpkg', ['-x', join(debs, deb), tree], { stdio: ['ignore', 'ignore', 'pipe'] })
    rmSync(target, { recursive: true, force: true })
    renameSync(tree, target)
  } catch (error) {
    if (!findIn(target))
      throw new Error(`Redis could not be downloaded: ${(error as Error).message}\n${help}`, { cause: error })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * apt's options and the server package's name. Without usable system lists, apt gets its own state in `work`, which
 * needs no root.
 */
function aptWithLists(work: string): [options: string[], serverPackage: string] {
  // apt downloads as user _apt, which cannot write into a closed home.
  const common = ['-q', '-o', 'APT::Sandbox::User=root', '-o', 'Debug::NoLocking=1']
  const state = join(work, 'apt')
  const own = [...common, '-o', `Dir::State::lists=${state}/lists`, '-o', `Dir::Cache=${state}/cache`]
  const known = (options: string[]): string | undefined => names.find((name) => isKnown(name, options))
  const system = known(common)
  // System lists may be older than the mirror; then the download fails and fresh lists are needed.
  if (
    system !== undefined &&
    spawnSync('apt-get', [...common, 'download', system], { cwd: work, stdio: 'ignore' }).status === 0
  ) {
    return [common, system]
  }
  mkdirSync(join(state, 'lists/partial'), { recursive: true })
  mkdirSync(join(state, 'cache/archives/partial'), { recursive: true })
  execFileSync('apt-get', [...own, 'update'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const fetched = known(own)
  if (fetched === undefined) throw new Error('the distribution has no such package')
  return [own, fetched]
}

function isKnown(name: string, options: string[]): boolean {
  const answer = spawnSync('apt-cache', [...withoutFlag(options), 'show', '--no-all-versions', name], {
    encoding: 'utf8',
  })
  return answer.status === 0 && answer.stdout.includes(`Package: ${name}`)
}

/** Old versions of apt-cache interpret -q differently. */
function withoutFlag(options: string[]): string[] {
  return options.filter((option) => option !== '-q')
}

/** The server's package and libraries not installed here, except the C library. */
function missingPackages(serverPackage: string, apt: string[]): string[] {
  const only = ['--no-recommends', '--no-suggests', '--no-conflicts', '--no-breaks', '--no-replaces', '--no-enhances']
  const listed = execFileSync('apt-cache', [...withoutFlag(apt), 'depends', '--recurse', ...only, serverPackage], {
    encoding: 'utf8',
  })
  const packages = listed
    .split('\n')
    .filter((line) => /^[a-z0-9]/.test(line))
    .map((line) => line.trim().replace(/:.*$/, ''))
  const own = packages.filter((name) => /^(redis|valkey)/.test(name))
  const libraries = packages.filter(
    (name) => /^(lib|lua)/.test(name) && !/^(libc6|libc-bin|libcrypt1|libgcc-s1|.*-perl)$/.test(name),
  )
  return [...new Set([serverPackage, ...own, ...libraries.filter((name) => !isInstalled(name))])]
}

function isInstalled(name: string): boolean {
  const answer = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], { encoding: 'utf8' })
  return answer.stdout.startsWith('install ok installed')
}
