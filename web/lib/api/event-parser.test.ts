import { expect, it } from 'vitest'
import { createEventParser, type ServerEvent } from './event-parser.ts'

const stream =
  ': hello\n\nid: 12\nevent: ready\ndata: {"position":"12"}\n\n: beat\nid: 13\r\nevent: moved\r\ndata: {"a":\r\ndata: 1}\r\n\r\n'
const expected: ServerEvent[] = [
  { id: '12', event: 'ready', text: '{"position":"12"}' },
  { id: '13', event: 'moved', text: '{"a":\n1}' },
]

it('messages come out whole, wherever the pieces are cut', () => {
  for (let size = 1; size <= stream.length; size += 1) {
    const events: ServerEvent[] = []
    const parse = createEventParser((event) => events.push(event))
    for (let at = 0; at < stream.length; at += size) parse(stream.slice(at, at + size))
    expect(events, `pieces of ${size}`).toEqual(expected)
  }
})

it('a message without its end is not told', () => {
  const events: ServerEvent[] = []
  createEventParser((event) => events.push(event))('event: moved\ndata: 1\n')
  expect(events).toEqual([])
})

it('when a lost connection is wanted back is told as the server says it; what is no number of milliseconds is not', () => {
  const waits: number[] = []
  createEventParser(
    () => expect.fail('No message'),
    (waitMs) => waits.push(waitMs),
  )('retry: 1742\n\nretry: soon\nretry:\nretry: -5\n\nretry:20\n')
  expect(waits).toEqual([1742, 20])
})
