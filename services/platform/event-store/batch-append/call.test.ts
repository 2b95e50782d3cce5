import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { AppendCall, type AppendCallStream } from './call.ts'

const APPEND = { stream: 'account-1.2', expectedRevision: undefined, events: [] }

it('an append over a call that has ended is refused at once: it was not sent, and nobody would answer it (eventstoredb.md 1.4, trap 1)', async () => {
  const stream = new PassThrough()
  const call = new AppendCall(stream as unknown as AppendCallStream, () => {})
  stream.emit('end')
  expect(call.isOver).toBe(true)
  await expect(call.append(APPEND, 60_000)).rejects.toThrow('The call is over')
})
