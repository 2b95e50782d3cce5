/** The set-up's calls, recorded by a server with TLS; the embedded store has neither users nor TLS. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { UsersService } from '@eventstore/db-client/generated/users_grpc_pb.js'
import users from '@eventstore/db-client/generated/users_pb.js'
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerUnaryCall,
} from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CERTIFICATE, KEY } from '../testing/servers/self-signed.ts'
import { makeStoreUser } from './own-user.ts'

type Append = ServerReadableStream<InstanceType<typeof streams.AppendReq>, InstanceType<typeof streams.AppendResp>>

const passwords = new Map<string, string>()
const groups: string[] = []
const log = new Map<string, { type: string | undefined; data: unknown }>()
const callers = new Set<unknown>()

const folder = mkdtempSync(join(tmpdir(), 'hatik-own-user-'))
const ca = join(folder, 'ca.crt')
const server = new Server()
let address: string

const taken = (name: string) => {
  const metadata = new Metadata()
  metadata.set('exception', 'user-conflict')
  metadata.set('login-name', name)
  return { code: status.FAILED_PRECONDITION, metadata }
}

server.addService(UsersService as unknown as Parameters<Server['addService']>[0], {
  create(
    call: ServerUnaryCall<InstanceType<typeof users.CreateReq>, unknown>,
    answer: sendUnaryData<InstanceType<typeof users.CreateResp>>,
  ) {
    callers.add(call.metadata.get('authorization')[0])
    const options = call.request.getOptions()!
    if (passwords.has(options.getLoginName())) return answer(taken(options.getLoginName()))
    groups.push(...options.getGroupsList())
    passwords.set(options.getLoginName(), options.getPassword())
    answer(null, new users.CreateResp())
  },
  resetPassword(
    call: ServerUnaryCall<InstanceType<typeof users.ResetPasswordReq>, unknown>,
    answer: sendUnaryData<InstanceType<typeof users.ResetPasswordResp>>,
  ) {
    const options = call.request.getOptions()!
    passwords.set(options.getLoginName(), options.getNewPassword())
    answer(null, new users.ResetPasswordResp())
  },
})
server.addService(StreamsService as unknown as Parameters<Server['addService']>[0], {
  append(call: Append, answer: sendUnaryData<InstanceType<typeof streams.AppendResp>>) {
    callers.add(call.metadata.get('authorization')[0])
    let stream = ''
    call.on('data', (request: InstanceType<typeof streams.AppendReq>) => {
      const options = request.getOptions()
      if (options) stream = Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString()
      const message = request.getProposedMessage()
      if (!message || log.has(stream)) return
      const data: unknown = JSON.parse(Buffer.from(message.getData_asU8()).toString())
      log.set(stream, { type: message.getMetadataMap().get('type'), data })
      isNew.add(stream)
    })
    call.on('end', () => answer(null, isNew.delete(stream) ? written() : conflict()))
  },
})
const isNew = new Set<string>()

function written(): InstanceType<typeof streams.AppendResp> {
  const success = new streams.AppendResp.Success()
  success.setCurrentRevision('0')
  success.setNoPosition(new shared.Empty())
  const response = new streams.AppendResp()
  response.setSuccess(success)
  return response
}

function conflict(): InstanceType<typeof streams.AppendResp> {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  wrong.setCurrentRevision('0')
  wrong.setExpectedNoStream(new shared.Empty())
  const response = new streams.AppendResp()
  response.setWrongExpectedVersion(wrong)
  return response
}

beforeAll(async () => {
  writeFileSync(ca, CERTIFICATE)
  const credentials = ServerCredentials.createSsl(null, [
    { private_key: Buffer.from(KEY), cert_chain: Buffer.from(CERTIFICATE) },
  ])
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
  )
  address = `localhost:${port}?tls=true&tlsCaFile=${encodeURIComponent(ca)}`
})

afterAll(() => {
  server.forceShutdown()
  rmSync(folder, { recursive: true, force: true })
})

it('creates the user, who may read and write streams and read $all, and nothing else', async () => {
  await makeStoreUser(`esdb://admin:of-admin@${address}`, `esdb://hatik:a%40b@${address}`)
  expect([Object.fromEntries(passwords), groups]).toEqual([{ hatik: 'a@b' }, []])
  expect([...callers]).toEqual([`Basic ${Buffer.from('admin:of-admin').toString('base64')}`])
  const admins = { $r: '$admins', $w: '$admins', $d: '$admins', $mr: '$admins', $mw: '$admins' }
  expect(Object.fromEntries(log)).toEqual({
    $settings: {
      type: 'update-default-acl',
      data: { $userStreamAcl: { ...admins, $r: 'hatik', $w: 'hatik' }, $systemStreamAcl: admins },
    },
    $$$all: { type: '$metadata', data: { $acl: { $r: ['hatik', '$admins'] } } },
  })
})

it('repeated, gives the user the present password and leaves the rights as they are', async () => {
  log.set('$settings', { type: 'changed', data: {} })
  await makeStoreUser(`esdb://admin:of-admin@${address}`, `esdb://hatik:another@${address}`)
  expect([passwords.get('hatik'), log.get('$settings')]).toEqual(['another', { type: 'changed', data: {} }])
})

it('an address without a user is refused without repeating it', async () => {
  const attempt = makeStoreUser(`esdb://admin:of-admin@${address}`, `esdb://${address}`)
  await expect(attempt).rejects.toThrow(/^EVENTSTORE_URL: must name a user and a password$/)
})
