/**
 * The ledger on its own thread (decision 26). A fatal fault of the official client ends only that thread: calls in
 * flight become unknown, to be settled by retries with their keys, and a new thread starts.
 */
import { Worker } from 'node:worker_threads'
import type { Award } from '#ledger/account/account.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import { StoreUnavailable } from '#ledger/event-store.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { commandIdOfRequest, DEADLINE_MS } from '#ledger/waiting.ts'
import { ledgerIds } from '../event-store/ids.ts'
import type { AppendSample } from '../event-store/measured-appends.ts'
import { gather } from './gather.ts'
import type { Answer, Call, Failure, FromThread, Question, ThreadData, ToThread, Value } from './messages.ts'
import { createWriteOutage } from './write-outage.ts'

export type LedgerThread = {
  ledger: Ledger
  /** False while a thread starts; commands are then refused as busy. */
  running(): boolean
  /** Whether the store stopped answering appends. */
  writesSilent(): boolean
  /** Calls in flight become unknown, so wait for them first. */
  close(): Promise<void>
}

/** `overdueAt`: monotonic (performance.now), because a machine may sleep for hours with its thread intact. */
type Pending = { overdueAt: number; answered(answer: Answer): void; lost(): void }

/** The thread keeps deadlines itself; this long after one, it is stuck. */
const GRACE_MS = 3_000
const LOOK_EVERY_MS = 1_000
const FIRST_PAUSE_MS = 50
const MOST_PAUSE_MS = 5_000
const CLOSE_MS = 5_000

export function openLedgerThread(
  eventStoreUrl: string,
  {
    onWarning = () => {},
    onAppend = () => {},
    onRenewed = () => {},
    tracedShare = 0,
    entry = new URL('./thread.ts', import.meta.url),
    databaseUrl,
  }: {
    onWarning?: (message: string, error: unknown) => void
    onAppend?: (sample: AppendSample) => void
    onRenewed?: () => void
    tracedShare?: number
    entry?: URL
    databaseUrl?: string
  } = {},
): LedgerThread {
  const pending = new Map<number, Pending>()
  const writes = createWriteOutage()
  let calls = 0
  let worker: Worker | undefined
  let pauseMs = FIRST_PAUSE_MS
  let closing = false
  let again: NodeJS.Timeout | undefined
  const post = gather<Call>((gathered) => worker?.postMessage({ calls: gathered } satisfies ToThread))

  start()
  const watch = setInterval(endIfStuck, LOOK_EVERY_MS)
  watch.unref()

  return {
    ledger: {
      execute: (request) =>
        new Promise((resolve, reject) => {
          const commandId = () => commandIdOfRequest(ledgerIds, request)
          // Counts from now: if the command arrives late, its reservation may belong to another.
          const { deadlineMs = DEADLINE_MS, deadlineAt = Date.now() + deadlineMs } = request
          const sentAt = performance.now()
          const sent = ask<CommandResult>({ execute: [{ ...request, deadlineAt }] }, deadlineMs, {
            resolve: (result) => {
              writes.heard(result, sentAt)
              resolve(result)
            },
            reject,
            lost: () => resolve({ kind: 'unknown', commandId: commandId() }),
          })
          // Nothing was sent.
          if (!sent) resolve({ kind: 'refused', commandId: commandId(), code: 'busy' })
        }),
      seen: (...asked) => read<boolean>({ seen: asked }),
      award: (...asked) => read<Award | undefined>({ award: asked }),
      pending: (...asked) => read<string[]>({ pending: asked }),
    },
    running: () => worker !== undefined,
    writesSilent: () => writes.silent(),
    async close() {
      closing = true
      clearInterval(watch)
      clearTimeout(again)
      const ending = worker
      if (!ending) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      const timer = setTimeout(() => void ending.terminate(), CLOSE_MS)
      ending.postMessage({ close: true } satisfies ToThread)
      await ended
      clearTimeout(timer)
    },
  }

  function read<T extends Value>(question: Question): Promise<T> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(new StoreUnavailable('The ledger thread is starting'))
      if (!ask<T>(question, DEADLINE_MS, { resolve, reject, lost })) lost()
    })
  }

  /** False without a thread. */
  function ask<T extends Value>(
    question: Question,
    deadlineMs: number,
    { resolve, reject, lost }: { resolve(value: T): void; reject(error: Error): void; lost(): void },
  ): boolean {
    if (!worker) return false
    calls += 1
    const answered = (answer: Answer) => {
      if ('failed' in answer) reject(toError(answer.failed))
      else resolve(answer.value as T)
    }
    pending.set(calls, { overdueAt: performance.now() + deadlineMs + GRACE_MS, answered, lost })
    post({ ...question, number: calls })
    return true
  }

  function start(): void {
    const started = new Worker(entry, {
      workerData: {
        eventStoreUrl,
        tracedShare,
        ...(databaseUrl !== undefined && { databaseUrl }),
      } satisfies ThreadData,
      name: 'ledger',
    })
    worker = started
    started.on('message', (message: FromThread) => {
      if ('warning' in message) return onWarning(message.warning, toError(message.failure))
      if ('renewed' in message) return onRenewed()
      // Under `node --watch` Node itself posts the names of imported files.
      if (!('answers' in message)) return
      pauseMs = FIRST_PAUSE_MS
      for (const sample of message.appends) onAppend(sample)
      for (const answer of message.answers) {
        const asked = pending.get(answer.number)
        pending.delete(answer.number)
        asked?.answered(answer)
      }
    })
    started.on('error', (error) => onWarning('the ledger thread crashed and is restarted', error))
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      for (const asked of pending.values()) asked.lost()
      pending.clear()
      if (closing) return
      again = setTimeout(start, pauseMs)
      pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS)
    })
  }

  function endIfStuck(): void {
    const [oldest] = pending.values()
    if (oldest && oldest.overdueAt < performance.now()) void worker?.terminate()
  }
}

function toError({ name, message, stack }: Failure): Error {
  const error = name === 'StoreUnavailable' ? new StoreUnavailable(message) : new Error(message)
  error.name = name
  if (stack !== undefined) error.stack = stack
  return error
}
