import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { AppendCall, type AppendCallStream } from './call.ts'

const APPEND = { stream: 'account-1.2', expectedRevision: undefined, events: [] }

/** Accepts everything, never replies. */
const silent = () => new Duplex({ read: () => {}, write: (_message, _encoding, taken) => taken() })
const callOver = (stream: Duplex) => new AppendCall(stream as unknown as AppendCallStream, () => {})

it('an append over an ended call rejects at once: it was not sent, and no reply would come', async () => {
  const stream = silent()
  const call = callOver(stream)
  stream.emit('end')
  expect(call.isOver).toBe(true)
  await expect(call.append(APPEND, 60_000)).rejects.toThrow('The call is over')
})

it('an append after its deadline stops waiting and no longer counts as busy', async () => {
  const call = callOver(silent())
  const asked = call.append(APPEND, 20)
  expect(call.waiting).toBe(1)
  await expect(asked).rejects.toThrow('No response within 20 ms')
  expect(call.waiting).toBe(0)
})
