/** A passkey without a device: makes and signs as an authenticator with user verification does. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { cookieOf, type Answer, type Person } from './person.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const cborBytes = (data: Buffer) => Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** Bits of the authenticator data. */
const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Altered = { origin?: string; isVerified?: boolean; counter?: number; userHandle?: string; rpId?: string }
/** `attestedId`: in place of the named one. */
type AlteredWhenMade = Pick<Altered, 'origin' | 'isVerified'> & { attestedId?: Buffer }

export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url')
  /** Set by `made`. */
  userHandle = ''
  counter = 0
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The body's `credential` of POST /api/auth/passkeys. */
  made(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    {
      origin = this.#origin,
      isVerified = true,
      attestedId: id = Buffer.from(this.id, 'base64url'),
    }: AlteredWhenMade = {},
  ): object {
    this.userHandle = options.user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
    const flags = PRESENT + HAS_CREDENTIAL + (isVerified ? VERIFIED : 0)
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 0xff]), id, key])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(Buffer.concat([this.#head(options.rp.id, flags, this.counter), credential])),
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, origin),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The body of POST /api/auth/passkey-login. The counter stays 0 as a synchronised passkey's, unless given. */
  signed(
    { challenge, rpId }: { challenge: string; rpId: string },
    {
      origin = this.#origin,
      isVerified = true,
      counter = this.counter,
      userHandle = this.userHandle,
      ...other
    }: Altered = {},
  ): object {
    const clientDataJSON = clientData('webauthn.get', challenge, origin)
    const data = this.#head(other.rpId ?? rpId, PRESENT + (isVerified ? VERIFIED : 0), counter)
    const signature = sign(
      'sha256',
      Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]),
      this.#keys.privateKey,
    )
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    }
  }

  #head(rpId: string, flags: number, counter: number): Buffer {
    const head = Buffer.alloc(37)
    sha256(rpId).copy(head)
    head.writeUInt8(flags, 32)
    head.writeUInt32BE(counter, 33)
    return head
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

type Options = Parameters<SoftPasskey['made']>[0]
type LoginOptions = { challenge: string; rpId: string }

export const passkeyOptions = async (person: Person): Promise<Options> =>
  (await person.write<Options>('POST', '/api/auth/passkeys/options')).body

/** Adds one, with the person's password. Staff get another session id. */
export async function addPasskey(
  person: Person,
  address: string,
  name = 'Phone',
): Promise<{ id: string; passkey: SoftPasskey }> {
  const passkey = new SoftPasskey(address)
  const credential = passkey.made(await passkeyOptions(person))
  const { body, status, headers } = await person.write<{ id: string }>('POST', '/api/auth/passkeys', {
    name,
    credential,
  })
  if (status !== 201) throw new Error(`Adding a passkey: ${status} ${body.message}`)
  person.cookie = cookieOf(headers) || person.cookie
  return { id: body.id, passkey }
}

/** Leaves the challenge's cookie with the caller. */
export async function loginOptions(caller: Person): Promise<LoginOptions> {
  const { headers, body } = await caller.write<LoginOptions>('POST', '/api/auth/passkey-login/options')
  const [cookie = ''] = headers.getSetCookie().map((line) => line.split(';')[0])
  if (cookie) caller.cookie = [caller.cookie, cookie].filter(Boolean).join('; ')
  return body
}

export async function signInByPasskey(caller: Person, passkey: SoftPasskey, altered: Altered = {}): Promise<Answer> {
  const body = passkey.signed(await loginOptions(caller), altered)
  return caller.write('POST', '/api/auth/passkey-login', body)
}
