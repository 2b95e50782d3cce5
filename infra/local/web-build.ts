/** Builds the web app when its sources have changed, and replaces it atomically; also as a program. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { startChild, type LogLine } from './child.ts'
import { precompress } from './precompress.ts'
import { repository } from './settings.ts'

export const webRoot = join(repository, '.build/web')
const sources = ['web', 'services/contracts', 'package-lock.json', 'tsconfig.json']
const vite = join(repository, 'node_modules/vite/bin/vite.js')

export async function buildWeb(log: LogLine): Promise<'built' | 'unchanged'> {
  const wanted = sourcesHash()
  const stampFile = join(webRoot, '.sources')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return 'unchanged'
  const fresh = `${webRoot}.${process.pid}`
  try {
    await viteBuild('web/vite.config.ts', fresh, log)
    await precompress(fresh)
    await viteBuild('web/vite.server.config.ts', join(fresh, 'server'), log)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
  writeFileSync(join(fresh, '.sources'), wanted)
  putInPlace(fresh)
  return 'built'
}

async function viteBuild(config: string, outDir: string, log: LogLine): Promise<void> {
  const child = await startChild({
    name: 'vite build',
    command: process.execPath,
    args: [vite, 'build', '--config', join(repository, config), '--outDir', outDir, '--emptyOutDir'],
    env: { ...process.env, NODE_ENV: 'production' },
    cwd: repository,
    log,
    stopSignal: 'SIGTERM',
    stopWaitMs: 2000,
  })
  const ending = await child.exited
  if (ending !== 'vite build ended with code 0')
    throw new Error(`The web app could not be built. ${ending}:\n${child.lastLines().join('\n')}`)
}

/** A concurrent start may do the same; the last wins, and no partial build is visible. */
function putInPlace(fresh: string): void {
  mkdirSync(join(webRoot, '..'), { recursive: true })
  for (let tries = 0; ; tries += 1) {
    const old = `${webRoot}.old.${process.pid}`
    if (existsSync(webRoot)) renameSync(webRoot, old)
    try {
      renameSync(fresh, webRoot)
      rmSync(old, { recursive: true, force: true })
      return
    } catch (error) {
      rmSync(old, { recursive: true, force: true })
      if (tries > 5) throw error
    }
  }
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(repository, source)
    if (!existsSync(path)) continue
    const files = /\.[a-z]+$/.test(source) ? [path] : filesUnder(path)
    for (const file of files)
      hash
        .update(`${file.slice(repository.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

if (import.meta.main) await exitOnError(() => buildWeb((line) => console.log(line)))
