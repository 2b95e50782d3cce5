import { describe, expect, it } from 'vitest'
import { headerOf, parseReply } from './reply.ts'

const whole = 'HTTP/1.1 200 OK\r\nconsistency-token: 4711\r\ncontent-length: 13\r\ndate: x\r\n\r\n{"points":24}'

describe('a reply', () => {
  it('is complete only with its last byte', () => {
    for (let length = 0; length < whole.length; length += 1) expect(parseReply(whole.slice(0, length))).toBeUndefined()
    expect(parseReply(whole)).toMatchObject({ reply: { status: 200, body: '{"points":24}' }, end: whole.length })
  })

  it('ends where the next one begins', () => {
    expect(parseReply(whole + whole)?.end).toBe(whole.length)
  })

  it('names the position of a write', () => {
    const head = parseReply(whole)?.reply.head ?? ''
    expect(headerOf(head, 'consistency-token')).toBe('4711')
    expect(headerOf(head, 'date')).toBe('x')
    expect(headerOf(head, 'idempotency-replayed')).toBeUndefined()
  })

  it('without a length throws', () => {
    expect(() => parseReply('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n')).toThrow('content-length')
  })
})
