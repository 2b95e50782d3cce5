import streams from '@eventstore/db-client/generated/streams_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { describe, expect, it } from 'vitest'
import { planFilter, textFilter } from './filter.ts'

function options(
  expression: { prefixes?: string[]; regex?: string },
  on: 'stream' | 'type',
  window: number | null = null,
  interval = 1,
) {
  const message = new streams.ReadReq.Options.FilterOptions.Expression()
  message.setPrefixList(expression.prefixes ?? [])
  message.setRegex(expression.regex ?? '')
  const filter = new streams.ReadReq.Options.FilterOptions()
  if (on === 'stream') filter.setStreamIdentifier(message)
  else filter.setEventType(message)
  if (window === null) filter.setCount(new shared.Empty())
  else filter.setMax(window)
  filter.setCheckpointintervalmultiplier(interval)
  return filter
}

describe('a filter', () => {
  it('by prefixes passes names that begin with one of them', () => {
    const passes = textFilter(['account-', 'business-'], '')
    expect([passes('account-1'), passes('business-'), passes('my-account-1'), passes('$account-')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('by an expression passes matching names', () => {
    const passes = textFilter([], '^[^$].*')
    expect([passes('account-1'), passes('$stats')]).toEqual([true, false])
  })

  it('applies to the stream or the type, as requested', () => {
    const event = { stream: 'account-1', type: 'PointsAwarded' }
    expect(planFilter(options({ prefixes: ['account-'] }, 'stream')).matches(event)).toBe(true)
    expect(planFilter(options({ prefixes: ['account-'] }, 'type')).matches(event)).toBe(false)
  })

  it('has a checkpoint every window times interval events, with a default window of 32', () => {
    expect(planFilter(options({ prefixes: ['a'] }, 'stream', 10, 3)).checkpointEvery).toBe(30)
    expect(planFilter(options({ prefixes: ['a'] }, 'stream', null, 2)).checkpointEvery).toBe(64)
  })

  it('that is invalid is refused', () => {
    expect(() => planFilter(options({ regex: '(' }, 'stream'))).toThrow(SyntaxError)
    expect(() => planFilter(options({ prefixes: ['a'] }, 'stream', 10, 0))).toThrow(RangeError)
    expect(() => planFilter(new streams.ReadReq.Options.FilterOptions())).toThrow(RangeError)
  })
})
