import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectivityState } from '@grpc/grpc-js'
import { describe, expect, it } from 'vitest'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { connectionString, createClientHolder } from './client.ts'
import { createEventStoreGateway } from './gateway.ts'

describe("The event store's address", () => {
  it('the address is accepted with its newer scheme, with a shorter keep-alive timeout', () => {
    expect(connectionString('kurrentdb://a:2113?tls=false')).toBe('esdb://a:2113?tls=false&keepAliveTimeout=4000')
    expect(connectionString('kurrentdb+discover://a,b')).toBe('esdb+discover://a,b?keepAliveTimeout=4000')
    expect(connectionString('esdb://a?keepAliveTimeout=9000')).toBe('esdb://a?keepAliveTimeout=9000')
  })

  it('an address is refused if the client would silently drop its credentials', () => {
    expect(() => connectionString('esdb://admin:changeit@a:2113?tls=false')).toThrow('credentials')
    expect(connectionString('esdb://admin:changeit@a:2113')).toContain('admin')
  })

  it('an address is refused if the client would report wrong revisions', () => {
    expect(() => connectionString('esdb://a?throwOnAppendFailure=false')).toThrow('throwOnAppendFailure')
  })

  it('an address that prefers a follower, which lags behind, is refused', () => {
    for (const preference of ['follower', 'read_only_replica', 'random']) {
      expect(() => connectionString(`esdb+discover://a,b?nodePreference=${preference}`)).toThrow('nodePreference')
    }
    expect(connectionString('esdb+discover://a,b?nodePreference=Leader')).toContain('nodePreference=Leader')
  })
})

describe('A replaced client', () => {
  it('a replaced client leaves no open channel, so that hours of failures do not use up memory', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const holder = createClientHolder(`esdb://127.0.0.1:${(silent.address() as AddressInfo).port}?tls=false`, {
      lookUpMs: 50,
    })
    const stuck = holder.current()
    await expect(holder.capabilities(stuck)).rejects.toThrow('No response within 50 ms')
    expect(holder.current()).not.toBe(stuck)
    const channel = await stuck['getChannel']()
    await waitUntil('its channel is closed', () => channel.getConnectivityState(false) === connectivityState.SHUTDOWN)
    await holder.dispose()
    silent.close()
  })
})

describe('After an outage, a store', () => {
  it('after an outage a store has one connection per gateway, however many calls had failed', async () => {
    let away = true
    const open = new Set<Socket>()
    const store = createServer((socket) => {
      if (away) return void socket.resetAndDestroy()
      open.add(socket.on('error', () => {}))
      socket.on('close', () => open.delete(socket))
    })
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
    const gateway = createEventStoreGateway(`esdb://127.0.0.1:${(store.address() as AddressInfo).port}?tls=false`)
    const callWhileAway = async (): Promise<void> => {
      while (away) await gateway.readStream('account-1.1', 0, { deadlineAt: Date.now() + 300 }).catch(() => {})
    }
    const calling = Promise.all(Array.from({ length: 20 }, callWhileAway))
    await sleep(1_500)
    away = false
    await calling
    // Longer than gRPC's reconnect backoff.
    await sleep(2_500)
    expect(open.size).toBeLessThan(2)
    await gateway.close()
    for (const socket of open) socket.destroy()
    store.close()
  }, 15_000)
})
