/** Starts the whole product for a run of browser tests, with its own data folder and port. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../local/ports.ts'
import { loseAnswers } from '../testing/servers/lost-answers.ts'

const start = fileURLToPath(new URL('../local/start.ts', import.meta.url))
const readyWaitMs = 240_000

export default async function setup(): Promise<() => Promise<void>> {
  // Uses a running product.
  if (process.env['HATIK_E2E_RUNNING'] === 'yes') return () => Promise.resolve()
  const dataDir = mkdtempSync(join(tmpdir(), 'hatik-e2e-'))
  // As root, PostgreSQL runs as nobody and must enter the folder.
  chmodSync(dataDir, 0o711)
  const url = process.env['HATIK_E2E_URL'] ?? ''
  // Tests find the services by it (infra/local/instance.ts).
  process.env['HATIK_DATA_DIR'] = dataDir
  const { port } = new URL(url)
  const losing = process.env['HATIK_E2E_LOSE_ANSWERS'] === 'yes'
  const own = losing ? String(await freePort()) : port
  const endLosing = losing ? await loseAnswers(Number(port), Number(own)) : () => {}
  const env = { ...process.env, PORT: own, PUBLIC_URL: url, RATE_LIMITS: 'off' }
  for (const given of ['DATABASE_URL', 'REDIS_URL', 'EVENTSTORE_URL', 'SMTP_URL', 'NODE_ENV', 'NODE_OPTIONS'])
    delete env[given as keyof typeof env]
  const product = spawn(process.execPath, [start], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  product.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  product.stderr?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    endLosing()
    product.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const timer = setTimeout(() => product.kill('SIGTERM'), readyWaitMs)
  const ready = await Promise.race([
    new Promise<boolean>((resolve) => product.once('message', () => resolve(true))),
    ended.then(() => false),
  ])
  clearTimeout(timer)
  if (ready) return stop
  await stop()
  throw new Error(`The product did not start for the browser tests:\n${output}`)
}
