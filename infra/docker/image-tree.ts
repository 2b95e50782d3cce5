/** Makes the file tree of an image without an engine, by carrying out its stage of infra/docker/Dockerfile. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { repository } from '../local/settings.ts'

export interface Stage {
  name: string
  from: string
  /** Instruction and its words, in order. */
  steps: { word: string; text: string }[]
}

export function stagesOf(dockerfile = readFileSync(join(repository, 'infra/docker/Dockerfile'), 'utf8')): Stage[] {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, word = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    const [, from = '', name = ''] = (word === 'FROM' && /^(\S+) AS (\S+)$/.exec(text)) || []
    if (word === 'FROM') stages.push({ name, from, steps: [] })
    else stages.at(-1)?.steps.push({ word, text })
  }
  return stages
}

export function stageOf(name: string): Stage {
  const stage = stagesOf().find((each) => each.name === name)
  if (!stage) throw new Error(`infra/docker/Dockerfile has no stage ${name}`)
  return stage
}

const ignoreLines = readFileSync(join(repository, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** As Docker reads .dockerignore: the last line that matches the path or a folder above it decides. */
export function isIgnored(path: string): boolean {
  const parts = path.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return ignoreLines.reduce((ignored, line) => {
    const [negated, pattern] = line.startsWith('!') ? [true, line.slice(1)] : [false, line]
    return paths.some((each) => matchesGlob(each, pattern)) ? !negated : ignored
  }, false)
}

/**
 * Carries out the COPY lines of a stage, and of those that it begins with, in `tree`. `others`: folders of other stages
 * by name. Throws for a source that is missing or ignored.
 */
export function copyStage(name: string, tree: string, others: Readonly<Record<string, string>>): void {
  const stage = stageOf(name)
  mkdirSync(tree, { recursive: true })
  if (stagesOf().some((each) => each.name === stage.from)) copyStage(stage.from, tree, others)
  for (const { word, text } of stage.steps) {
    if (word !== 'COPY') continue
    const words = text.split(/\s+/)
    const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
    const target = words.pop() ?? ''
    for (const source of words) {
      const into = target.endsWith('/')
        ? join(tree, target, isFolder(join(repository, source)) ? '' : basename(source))
        : join(tree, target)
      if (from === undefined) copyFromContext(source, into)
      else link(join(others[from] ?? `no stage ${from}`, source.replace(/^\/hatik\//, '')), into)
    }
  }
}

/** Paths in the image of the files of ours that a stage copies, without those of other stages. */
export function copiedFiles(name: string): Set<string> {
  const sources = stageOf(name).steps.flatMap(({ word, text }) =>
    word === 'COPY' && !text.startsWith('--from') ? text.split(/\s+/).slice(0, -1) : [],
  )
  const paths = sources.flatMap((source) =>
    isFolder(join(repository, source))
      ? globSync(`${source}/**/*`, { cwd: repository }).filter((path) => !isIgnored(path))
      : [source],
  )
  return new Set(paths)
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

function copyFromContext(source: string, into: string): void {
  if (isIgnored(source)) throw new Error(`COPY ${source}: .dockerignore leaves it out`)
  const root = join(repository, source)
  mkdirSync(dirname(into), { recursive: true })
  cpSync(root, into, {
    recursive: true,
    filter: (path) => !isIgnored(path === root ? source : join(source, path.slice(root.length + 1))),
  })
}

/** Production packages, without those that the stage `packages` removes: what its RUN line leaves. */
export function linkPackages(tree: string): void {
  const run = stageOf('packages').steps.find(({ word }) => word === 'RUN')?.text ?? ''
  const [, removed = ''] = /^npm ci --omit=dev --ignore-scripts && rm -rf (.*)$/.exec(run) ?? []
  if (removed === '') throw new Error(`The stage packages does something else: ${run}`)
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true }>
  }
  // Nested packages come with those that hold them.
  const paths = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path.lastIndexOf('node_modules/') === 0 && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => existsSync(join(repository, path)))
  for (const [scope, own = []] of Object.entries(Object.groupBy(paths, dirname))) linkInto(join(tree, scope), own)
  for (const path of removed.split(' ')) rmSync(join(tree, path), { recursive: true, force: true })
}

/** Hard links where the file system allows, else copies. */
export function link(source: string, into: string): void {
  mkdirSync(dirname(into), { recursive: true })
  copy([source, into], () => rmSync(into, { recursive: true, force: true }))
}

function linkInto(folder: string, paths: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  copy([...paths.map((path) => join(repository, path)), folder], () =>
    paths.forEach((path) => rmSync(join(folder, basename(path)), { recursive: true, force: true })),
  )
}

function copy(paths: readonly string[], begin: () => void): void {
  if (spawnSync('cp', ['-al', ...paths]).status === 0) return
  begin()
  const { status, stderr } = spawnSync('cp', ['-a', ...paths], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** Folders only: the files may be links to those of the repository. */
export function setFolders(tree: string, mode: 'a-w' | 'u+w'): void {
  chmodSync(tree, 0o755)
  spawnSync('find', [tree, '-type', 'd', '-exec', 'chmod', mode, '{}', '+'])
}
