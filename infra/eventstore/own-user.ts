/**
 * The product's own user on an EventStoreDB or KurrentDB with TLS. It may read and write streams and read `$all`. It
 * may delete nothing, change no stream's metadata and read no other system stream.
 */
import { promisify } from 'node:util'
import { EventStoreDBClient, jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import { UsersClient } from '@eventstore/db-client/generated/users_grpc_pb.js'
import users from '@eventstore/db-client/generated/users_pb.js'
import { status, type CallOptions, type Metadata, type ServiceError } from '@grpc/grpc-js'
import { connectionString } from '#platform/event-store/client.ts'

type User = { username: string; password: string }
/** A call of the users' service, with the client's metadata and options. */
type Call<Request> = (
  request: Request,
  metadata: Metadata,
  options: CallOptions,
  callback: (error: ServiceError | null) => void,
) => void

const ADMINS = '$admins'
const onlyAdmins = { $r: ADMINS, $w: ADMINS, $d: ADMINS, $mr: ADMINS, $mw: ADMINS }

/** Rights of every stream without its own: the store's stream `$settings` holds them. */
const defaultRights = (username: string) => ({
  $userStreamAcl: { ...onlyAdmins, $r: username, $w: username },
  $systemStreamAcl: onlyAdmins,
})

/**
 * Creates the user that `url` names, or gives an existing one its password. Default rights and those of `$all` are set
 * once and not changed later. `adminUrl`: the same store as its administrator. Throws the client's errors.
 */
export async function makeStoreUser(adminUrl: string, url: string): Promise<void> {
  const user = userOf(url)
  const client = EventStoreDBClient.connectionString(connectionString(adminUrl))
  try {
    await createOrCorrect(client, user)
    const settings = jsonEvent({ type: 'update-default-acl', data: defaultRights(user.username) })
    await once(client.appendToStream('$settings', settings, { expectedRevision: NO_STREAM }))
    const readable = { acl: { readRoles: [user.username, ADMINS] } }
    await once(client.setStreamMetadata('$all', readable, { expectedRevision: NO_STREAM }))
  } finally {
    await client.dispose()
  }
}

/** Throws without naming the address, which holds a password. */
function userOf(url: string): User {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@/]+)@/.exec(connectionString(url)) ?? []
  if (!username || !password) throw new Error('EVENTSTORE_URL: must name a user and a password')
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}

async function createOrCorrect(client: EventStoreDBClient, { username, password }: User): Promise<void> {
  const options = new users.CreateReq.Options()
  options.setLoginName(username)
  options.setFullName('Hatik')
  options.setPassword(password)
  const request = new users.CreateReq()
  request.setOptions(options)
  try {
    await call(client, (service) => service.create.bind(service), request)
  } catch (error) {
    if (!isTaken(error as ServiceError)) throw error
    const reset = new users.ResetPasswordReq.Options()
    reset.setLoginName(username)
    reset.setNewPassword(password)
    const resetting = new users.ResetPasswordReq()
    resetting.setOptions(reset)
    await call(client, (service) => service.resetPassword.bind(service), resetting)
  }
}

/** The store also calls a passing failure a conflict, with another code. */
const isTaken = ({ code, metadata }: ServiceError): boolean =>
  code === status.FAILED_PRECONDITION && metadata.get('exception').includes('user-conflict')

/** Through the client's own channel, with its credentials. The client itself has no calls for users. */
async function call<Request>(
  client: EventStoreDBClient,
  of: (service: UsersClient) => Call<Request>,
  request: Request,
): Promise<void> {
  await client['execute'](UsersClient, 'users', (service) =>
    promisify(of(service))(request, ...client['callArguments']({ requiresLeader: true })),
  )
}

/** Leaves what is there already. */
async function once(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof WrongExpectedVersionError)) throw error
  })
}
