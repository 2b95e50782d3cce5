import { describe, expect, it } from 'vitest'
import { connectionString } from './client.ts'

describe('The address of the event store', () => {
  it('is taken under its newer scheme too, and notices a frozen server sooner', () => {
    expect(connectionString('kurrentdb://a:2113?tls=false')).toBe('esdb://a:2113?tls=false&keepAliveTimeout=4000')
    expect(connectionString('kurrentdb+discover://a,b')).toBe('esdb+discover://a,b?keepAliveTimeout=4000')
    expect(connectionString('esdb://a?keepAliveTimeout=9000')).toBe('esdb://a?keepAliveTimeout=9000')
  })

  it('is refused where the client would drop the credentials in silence (trap 8)', () => {
    expect(() => connectionString('esdb://admin:changeit@a:2113?tls=false')).toThrow('credentials')
    expect(connectionString('esdb://admin:changeit@a:2113')).toContain('admin')
  })

  it('is refused where the client would report wrong revisions (trap 5)', () => {
    expect(() => connectionString('esdb://a?throwOnAppendFailure=false')).toThrow('throwOnAppendFailure')
  })

  it('is refused where the client would prefer a node that is behind (performance.md 5.1: no replica reads for decisions)', () => {
    for (const preference of ['follower', 'read_only_replica', 'random']) {
      expect(() => connectionString(`esdb+discover://a,b?nodePreference=${preference}`)).toThrow('nodePreference')
    }
    expect(connectionString('esdb+discover://a,b?nodePreference=Leader')).toContain('nodePreference=Leader')
  })
})
