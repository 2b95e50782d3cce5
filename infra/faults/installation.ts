/** A whole Hatik under its supervisor, as run by `npm start`, with killable parts. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readInstance, type Instance } from '../local/instance.ts'
import { freePort } from '../local/ports.ts'
import { repository } from '../local/settings.ts'
import { waitUntil } from '../testing/wait-until.ts'

const PARTS = {
  api: /services\/api\/server\.ts/,
  worker: /projections\/main\.ts/,
  store: /infra\/eventstore\/main\.ts/,
  postgres: /\/postgres\0-D/,
  redis: /(redis|valkey)-server/,
} as const
export type Part = keyof typeof PARTS

export type Installation = Instance & {
  /** SIGKILL; resolves once the part is gone. Throws if it does not run. */
  kill(part: Part): Promise<void>
  pidOf(part: Part): Promise<number | undefined>
  stop(): Promise<void>
}

const READY_MS = 180_000

export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hatik-faults-'))
  const lines: string[] = []
  const supervisor = spawn(process.execPath, [path.join(repository, 'infra/local/start.ts')], {
    env: {
      ...process.env,
      HATIK_DATA_DIR: dataDir,
      PORT: String(await freePort()),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream?.on('data', (chunk: Buffer) => lines.push(String(chunk)))
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()))
  const instance = await waitUntil(
    'the installation is ready',
    async () => {
      if (supervisor.exitCode !== null) throw new Error(`The supervisor ended:\n${lines.join('')}`)
      return readInstance(dataDir)
    },
    READY_MS,
  )
  return {
    ...instance,
    pidOf: (part) => pidOf(supervisor, part),
    async kill(part) {
      const pid = await waitUntil(`${part} runs`, () => pidOf(supervisor, part))
      process.kill(pid, 'SIGKILL')
      await waitUntil(`${part} is gone`, async () => (await pidOf(supervisor, part)) !== pid)
    },
    async stop() {
      supervisor.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function pidOf(supervisor: ChildProcess, part: Part): Promise<number | undefined> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const [stat, command] = await Promise.all([
        readFile(`/proc/${entry}/stat`, 'utf8'),
        readFile(`/proc/${entry}/cmdline`, 'utf8'),
      ])
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(parent) === supervisor.pid && state !== 'Z' && PARTS[part].test(command)) return Number(entry)
    } catch {}
  }
  return undefined
}
