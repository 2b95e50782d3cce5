/** Whether a PostgreSQL error is caused by an event or is worth a retry. */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { UnprojectableEvent } from './account-event.ts'
import type { LedgerLogEvent } from './power-event.ts'
import { whatStops } from './project.ts'

const EVENT = { id: 'e', stream: 'account-1.2', position: 640n, type: 'PointsAwarded' } as LedgerLogEvent
const done: PromiseSettledResult<unknown> = { status: 'fulfilled', value: undefined }
const failed = (reason: Error): PromiseSettledResult<unknown> => ({ status: 'rejected', reason })
const sqlError = (code: string) => Object.assign(new pg.DatabaseError(code, 0, 'error'), { code })

describe('an error of a batch', () => {
  it.each([
    ['a value that no column takes', '22P02'],
    ['a broken constraint', '23505'],
    ['a table of another shape', '42703'],
  ])('stops it at its first event if a retry is useless: %s', (_what, code) => {
    expect(whatStops([done, failed(sqlError(code))], [EVENT])).toMatchObject({
      event: { position: 640n },
      message: expect.stringContaining(code) as string,
    })
  })

  it.each([
    ['two that waited for each other', '40P01'],
    ['a lock that did not come', '55P03'],
    ['a statement that took too long', '57014'],
    ['a server that shuts down', '57P01'],
    ['no room on the disk', '53100'],
    ['a connection that broke', '08006'],
  ])('is retried if it may succeed: %s', (_what, code) => {
    const error = sqlError(code)
    expect(() => whatStops([done, failed(error)], [EVENT])).toThrow(error)
  })

  it('is the first one; later ones only follow from it', () => {
    const behind = failed(sqlError('25P02'))
    expect(whatStops([behind, failed(sqlError('23505')), behind], [EVENT])?.message).toContain('23505')
    const stop = new UnprojectableEvent(EVENT, 'it comes twice')
    expect(whatStops([failed(stop), behind], [EVENT])).toBe(stop)
    expect(whatStops([done, done], [EVENT])).toBeUndefined()
  })
})
