import { expect, it, vi } from 'vitest'
import { startRingWorker } from './queue.ts'
import { createReplayJob } from './replay-job.ts'

vi.mock('./queue.ts', async (original) => ({ ...(await original<object>()), startRingWorker: vi.fn<typeof startRingWorker>(() => ({ close: async () => {} })) }))

it('tells of a replay that does not end, and only once it has had the hours that it may take', async () => {
  const onLong = vi.fn<(tookMs: number) => void>()
  const nobody = (): never => expect.unreachable()
  const job = createReplayJob({
    databaseUrl: 'postgres://nowhere',
    redisUrl: 'redis://nowhere',
    openLog: nobody,
    readModels: [],
    onUpgrade: nobody,
    onSwitched: nobody,
    onLeftOver: nobody,
    onFailed: nobody,
    onLong,
  })
  job.start()
  const { onLong: told, longMs = 0 } = vi.mocked(startRingWorker).mock.calls[0]![0]
  expect(told).toBe(onLong)
  expect(longMs).toBeGreaterThanOrEqual(2 * 3_600_000)
  await job.close()
})
