/** The image's file tree, made without an engine: its programs run from it alone, as a user who may not write there. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChild, untilReady, type Child } from '../local/child.ts'
import { freePort } from '../local/ports.ts'
import { API_ROLE, OWNER_ROLE, WORKER_ROLE } from '../local/roles.ts'
import { startMailCatcher } from '../local/servers/mail-catcher.ts'
import { hearError } from '../quality/told-errors.ts'
import { testServices } from '../testing/harness.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { composeFile, environmentOf, type Service } from './compose-file.ts'
import { copyStage, link, linkPackages, setFolders, stageOf } from './image-tree.ts'
import { composeEnv } from './make-env.ts'

/** The image's USER, if this process may become it. */
const uid = Number(/\d+/.exec(stageOf('hatik').steps.find(({ word }) => word === 'USER')?.text ?? '')?.[0])
const asUser = process.getuid?.() === 0 ? { uid, gid: uid } : {}

const folder = mkdtempSync(join(tmpdir(), 'hatik-image-'))
const tree = join(folder, 'hatik')
const node = join(folder, 'node')
/** Mounted there in compose. */
const writable = { '/data': join(folder, 'data'), '/tmp': join(folder, 'tmp') }

const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`

const parts = await testServices({ migrate: false })
const catcher = await startMailCatcher({ dataDir: join(folder, 'mail') })
const [port, apiMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()].map(String)
const address = `http://127.0.0.1:${port}`
const { services } = composeFile()
const running: Child[] = []

/** Of compose's `.env`, with the test's servers. */
const variables = {
  ...composeEnv({ cluster: false }),
  OWNER_DATABASE_URL: parts.databaseUrlOf(OWNER_ROLE),
  API_DATABASE_URL: parts.databaseUrlOf(API_ROLE),
  WORKER_DATABASE_URL: parts.databaseUrlOf(WORKER_ROLE),
  REDIS_URL: parts.redisUrl,
  EVENTSTORE_URL: parts.eventStoreUrl,
  SMTP_URL: catcher.smtpUrl,
  FILES_URL: pathToFileURL(join(writable['/data'], 'files')).href,
}

/** It builds the web app; 20 s of CPU on an idle machine. */
const SET_UP_MS = 300_000

beforeAll(async () => {
  chmodSync(folder, 0o755)
  for (const path of Object.values(writable)) {
    mkdirSync(path)
    if (asUser.uid !== undefined) chownSync(path, uid, uid)
  }
  const [packages, web] = [join(folder, 'packages'), join(folder, 'web')]
  linkPackages(packages)
  copyStage('web', web, {})
  symlinkSync(join(packages, 'node_modules'), join(web, 'node_modules'))
  for (const command of stageOf('web').steps.flatMap(({ word, text }) => (word === 'RUN' ? [text] : []))) {
    const { status, stderr } = spawnSync(command, { cwd: web, shell: true, encoding: 'utf8', env: { PATH } })
    if (status !== 0) throw new Error(stderr)
  }
  copyStage('hatik', tree, { packages, web })
  setFolders(tree, 'a-w')
  link(process.execPath, node)
}, SET_UP_MS)

afterAll(async () => {
  await Promise.all(running.map((child) => child.stop()))
  await catcher.stop()
  await parts.close()
  setFolders(tree, 'u+w')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a program of the tree with nothing but its service's environment. */
async function start(args: string[], service: Service, more: Record<string, string> = {}): Promise<Child> {
  const env = { ...environmentOf(service, variables), ...more, TMPDIR: writable['/tmp'] }
  const options = { name: args[0] ?? '', command: node, args, env, cwd: tree, ...asUser, log: hearError }
  const child = await startChild({ ...options, stopSignal: 'SIGTERM', stopWaitMs: 15_000 })
  running.push(child)
  return child
}

const programOf = ({ entrypoint, command }: Service): string[] =>
  [...(entrypoint ?? []), ...(command ?? [])].filter((word) => word !== 'node')

async function run(args: string[], service: Service): Promise<{ ending: string; output: string }> {
  const child = await start(args, service)
  return { ending: await child.exited, output: child.lastLines().join('\n') }
}

/** Not of types, which Node removes; also of workers by their file. */
const IMPORT =
  /^(?:import|export)\s(?!type\b)(?:[^'=;]*?\sfrom\s)?'([^']+)'|new URL\('([^']+\.ts)', import\.meta\.url\)/gm

const health = async (service: string, url: string) => {
  const [, ...program] = services[service]!.healthcheck!.test!.slice(0, -1)
  return (await run([...program.filter((word) => word !== 'node'), url], {})).ending
}

it('every import of the tree leads to a file or package of the tree', () => {
  const { imports } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as {
    imports: Record<string, unknown>
  }
  const named = Object.keys(imports).map((name) => name.replace('*', ''))
  const sources = globSync('{services,projections,infra}/**/*.ts', { cwd: tree })
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => file.includes('.test.'))).toEqual([])
  const missing = sources.flatMap((file) =>
    [...readFileSync(join(tree, file), 'utf8').matchAll(IMPORT)]
      .map(([, specifier, ofFile]) => specifier ?? ofFile ?? '')
      .filter((specifier) => !isThere(file, specifier))
      .map((specifier) => `${file}: ${specifier}`),
  )
  expect(missing).toEqual([])

  function isThere(file: string, specifier: string): boolean {
    if (specifier.startsWith('node:')) return true
    if (specifier.startsWith('.')) return existsSync(join(tree, dirname(file), specifier))
    if (specifier === '#verify-crypto') return true
    const alias = named.find((name) => name !== '#verify-crypto' && specifier.startsWith(name))
    if (alias !== undefined)
      return existsSync(join(tree, String(imports[`${alias}*`]).replace('*', specifier.slice(alias.length))))
    const [scope = '', name = ''] = specifier.split('/')
    return existsSync(join(tree, 'node_modules', scope.startsWith('@') ? `${scope}/${name}` : scope, 'package.json'))
  }
})

it('migrates, creates an administrator, serves and projects from the tree alone, and stops in order', async () => {
  expect(await run(programOf(services['migrate']!), services['migrate']!)).toEqual({
    ending: 'infra/migrations/migrate.ts ended with code 0',
    output: '',
  })
  const made = await run(['infra/admin/main.ts', 'create', 'ani@hatik.test'], services['admin']!)
  expect(made.output).toMatch(/^admin ani@hatik\.test\npassword \S+/)

  expect(await health('api1', `${address}/api/health`)).toMatch(/code 1$/)
  const own = { HOST: '127.0.0.1', PORT: port!, METRICS_PORT: apiMetrics! }
  const worker = await start(programOf(services['worker1']!), services['worker1']!, {
    METRICS_PORT: workerMetrics!,
  })
  const [, api = ''] =
    /\["node", "(.*)"\]/.exec(stageOf('hatik').steps.find(({ word }) => word === 'CMD')?.text ?? '') ?? []
  const server = await start([api], services['api1']!, own)
  await untilReady(
    server,
    'API',
    60_000,
    async () => (await fetch(`${address}/api/health`).catch(() => undefined))?.ok === true,
  )
  expect(await health('api1', `${address}/api/health`)).toMatch(/code 0$/)
  const ready = await waitUntil('the worker has made the read models', async () => {
    const response = await fetch(`${address}/api/health/ready`)
    return response.ok && (response.json() as Promise<{ status: string }>)
  })
  expect(ready.status).toBe('ready')
  expect(await health('worker1', `http://127.0.0.1:${workerMetrics}/metrics`)).toMatch(/code 0$/)

  const page = await fetch(`${address}/`, { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script type="module"')])
  await Promise.all([server.stop(), worker.stop()])
  expect(await Promise.all([server.exited, worker.exited])).toEqual([
    expect.stringMatching(/ended with code 0$/),
    expect.stringMatching(/ended with code 0$/),
  ])
})

it('draws and hashes with the packages of the tree, and writes nowhere but at the named places', async () => {
  const script = `
    await import('argon2').then(({ hash }) => hash('x'))
    const { default: sharp } = await import('sharp')
    await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).png().toBuffer()
    const { writeFileSync } = await import('node:fs')
    writeFileSync(process.env.TMPDIR + '/new', '')
    writeFileSync('new', '')`
  const { ending, output } = await run(['--input-type=module', '-e', script], {})
  expect([ending, output]).toEqual([expect.stringMatching(/code 1$/), expect.stringMatching(/EACCES[^]*'new'/)])
  expect(existsSync(join(writable['/tmp'], 'new'))).toBe(true)
})
