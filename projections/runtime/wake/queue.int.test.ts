import { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { silentProxy } from '../../../infra/testing/servers/silent-proxy.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { createWakeQueue, startWakeWorker, type WakeQueue, type WakeWorker, type WakeWorkerOptions } from './queue.ts'

const LONG_MS = 20_000
const NEVER_MS = 600_000
const HOUR_MS = 3_600_000

let services: TestServices
let name: string
let queue: WakeQueue
let closing: (() => Promise<void>)[]

beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: 'own', migrate: false })
})

beforeEach(() => {
  name = `test-${randomUUID()}`
  queue = createWakeQueue(services.redisUrl, name)
  closing = [() => queue.close()]
  return async () => {
    for (const close of closing) await close()
  }
})

afterAll(async () => {
  await services?.close()
})

/** A worker whose first runs the test may block. */
function startWorker({
  hold = async () => {},
  ...options
}: Partial<WakeWorkerOptions> & { hold?: () => Promise<void> } = {}): { runs: () => number; worker: WakeWorker } {
  let runs = 0
  const worker = startWakeWorker({
    redisUrl: services.redisUrl,
    name,
    tickMs: NEVER_MS,
    onFailed: () => {},
    ...options,
    run: async () => {
      runs += 1
      await hold()
    },
  })
  closing.unshift(() => worker.close())
  return { runs: () => runs, worker }
}

describe('the wake-up queue', () => {
  it('keeps one job for any number of wake-ups while no worker runs', async () => {
    for (let each = 0; each < 50; each += 1) await queue.wake()
    expect(await queue.counts()).toMatchObject({ waiting: 1, active: 0 })
  })

  it('turns any number of wake-ups during a job into one more job', async () => {
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await queue.wake()
    const worker = startWorker({ hold: () => held })
    await expect.poll(async () => (await queue.counts()).active, { timeout: LONG_MS }).toBe(1)
    for (let each = 0; each < 50; each += 1) await queue.wake()
    const before = worker.runs()
    letGo()
    // At most the job behind the blocked one, the start job and the first tick.
    await expect
      .poll(async () => ({ ...(await queue.counts()) }), { timeout: LONG_MS })
      .toMatchObject({ waiting: 0, active: 0 })
    expect(worker.runs()).toBeGreaterThan(before)
    expect(worker.runs()).toBeLessThanOrEqual(before + 3)
    expect(await queue.counts()).toMatchObject({ waiting: 0, active: 0, failed: 0 })
  })

  it('runs once at the start, for earlier events, and then on schedule', async () => {
    const worker = startWorker({ tickMs: 100 })
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(3)
  })

  it('runs direct requests past the queue, serialised, and closes after them', async () => {
    let [underWay, most] = [0, 0]
    const { worker, runs } = startWorker({
      hold: async () => {
        most = Math.max(most, (underWay += 1))
        await sleep(50)
        underWay -= 1
      },
    })
    await expect.poll(runs, { timeout: LONG_MS }).toBeGreaterThan(0)
    for (let each = 0; each < 3; each += 1) {
      const before = runs()
      await Promise.all([worker.run(), queue.wake()])
      expect(runs()).toBeGreaterThan(before)
    }
    expect(most).toBe(1)
    void worker.run()
    // A run begins in a microtask.
    await new Promise((resolve) => setImmediate(resolve))
    const before = runs()
    await worker.close()
    expect(underWay).toBe(0)
    await worker.run()
    expect(runs() - before).toBeLessThanOrEqual(1)
  })

  it('retries a failed job', async () => {
    let failures = 0
    const worker = startWorker({
      hold: async () => {
        failures += 1
        if (failures <= 2) throw new Error('not now')
      },
    })
    await queue.wake()
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(2)
  })

  it('starts nothing beside a job longer than its ticks, and then serves the wake-ups of that time', async () => {
    const tickMs = 100
    let [runs, underWay, most] = [0, 0, 0]
    const worker = startWorker({
      tickMs,
      hold: async () => {
        runs += 1
        underWay += 1
        most = Math.max(most, underWay)
        if (runs <= 2) await sleep(10 * tickMs)
        underWay -= 1
      },
    })
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBe(2)
    await queue.wake()
    const before = worker.runs()
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(before + 3)
    expect(most).toBe(1)
    await expect.poll(async () => (await queue.counts()).waiting, { timeout: LONG_MS }).toBe(0)
  })

  it('reports an endless job at growing intervals, and continues once it has ended', async () => {
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const long: number[] = []
    const worker = startWorker({ tickMs: 50, longMs: 200, onLong: (tookMs) => long.push(tookMs), hold: () => held })
    await expect.poll(() => long.length, { timeout: LONG_MS }).toBe(3)
    expect(long[0]).toBeGreaterThanOrEqual(200)
    expect(long[1]).toBeGreaterThanOrEqual(2 * long[0]!)
    expect(long[2]).toBeGreaterThanOrEqual(2 * long[1]!)
    expect(worker.runs()).toBe(1)
    letGo()
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(3)
  })

  it('recreates its schedule after Redis was flushed', async () => {
    const worker = startWorker({ tickMs: 100 })
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(1)
    const redis = new Redis(services.redisUrl)
    await redis.flushall()
    redis.disconnect()
    const before = worker.runs()
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(before + 5)
  })

  it(
    'wakes again once Redis can be reached, over a new connection if the old one is dead',
    async () => {
      const proxy = await silentProxy(services.redisUrl)
      const far = createWakeQueue(proxy.url, name)
      closing.push(
        () => far.close(),
        () => proxy.close(),
      )
      await far.wake()
      proxy.silence()
      await expect(far.wake()).rejects.toThrow('Redis does not answer')
      proxy.speak()
      await waitUntil('a wake-up', () =>
        far.wake().then(
          () => true,
          () => false,
        ),
      )
      expect(await far.counts()).toMatchObject({ waiting: 1 })
    },
    LONG_MS,
  )

  it('continues when the clock is set back by an hour', async () => {
    const worker = startWorker({ tickMs: 100 })
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR_MS })
    closing.push(async () => void vi.useRealTimers())
    const before = worker.runs()
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(before + 3)
  })

  it('restores schedule and wake-ups at once when a clock years ahead is corrected while a retry waits', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 73 * 365 * 24 * HOUR_MS })
    let fails = true
    const { runs } = startWorker({
      tickMs: 500,
      hold: async () => {
        if (fails) throw new Error('the database is away')
      },
    })
    try {
      await queue.wake()
      await expect.poll(async () => (await queue.counts()).delayed, { timeout: LONG_MS }).toBeGreaterThan(1)
    } finally {
      vi.useRealTimers()
    }
    fails = false
    await expect
      .poll(async () => (await queue.forBoard.getJobScheduler('tick'))?.next ?? Infinity, { timeout: LONG_MS })
      .toBeLessThan(Date.now() + HOUR_MS)
    await expect.poll(async () => queue.forBoard.getDeduplicationJobId('ring'), { timeout: LONG_MS }).toBeNull()
    const before = runs()
    await expect.poll(runs, { timeout: LONG_MS }).toBeGreaterThan(before + 3)
  })

  it('runs while Redis is dead, and by the queue again when it is back', async () => {
    const worker = startWorker({ tickMs: 200 })
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(1)
    await services.redisServer?.kill()
    const before = worker.runs()
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(before + 2)
    await expect(queue.wake()).rejects.toThrow()
    await services.restartRedis()
    await expect
      .poll(
        () =>
          queue.wake().then(
            () => 'woken',
            () => 'away',
          ),
        { timeout: LONG_MS },
      )
      .toBe('woken')
    const after = worker.runs()
    await expect.poll(worker.runs, { timeout: LONG_MS }).toBeGreaterThan(after + 4)
  })
})
