import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FromGenerator, LoadResult, LoadSpec, Sessions, ToGenerator } from './protocol.ts'

export interface Load {
  pid: number
  /** One load at a time. The callbacks mark the measured window. Rejects if the load failed. */
  run(spec: LoadSpec, marks?: { onMeasuring?: () => void; onMeasured?: () => void }): Promise<LoadResult>
  close(): void
}

export async function startLoad(sessions: Sessions): Promise<Load> {
  const child = fork(fileURLToPath(new URL('generator.ts', import.meta.url)), { stdio: 'inherit' })
  const gone = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`The load generator ended (${signal ?? code})`)))
    child.once('error', reject)
  })
  gone.catch(() => {})
  await Promise.race([once(child, 'message'), gone])
  const say = (message: ToGenerator) => child.send(message)
  say({ kind: 'sessions', sessions })
  return {
    pid: child.pid ?? 0,
    run(spec, marks = {}) {
      let listen: ((message: FromGenerator) => void) | undefined
      const result = new Promise<LoadResult>((resolve, reject) => {
        listen = (message) => {
          if (message.kind === 'measuring') marks.onMeasuring?.()
          if (message.kind === 'measured') marks.onMeasured?.()
          if (message.kind === 'result') resolve(message.result)
          if (message.kind === 'failed') reject(new Error(message.message))
        }
        child.on('message', listen)
        say({ kind: 'run', spec })
      })
      return Promise.race([result, gone]).finally(() => {
        if (listen) child.off('message', listen)
      })
    },
    close() {
      child.disconnect()
    },
  }
}
