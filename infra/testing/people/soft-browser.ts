/** The push side of a browser: makes a subscription's keys and decrypts messages (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { PushMessage, PushSubscribe } from '#contracts/calls/account/push.ts'

export class SoftBrowser {
  readonly endpoint: string
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor(endpoint = `https://push.example/${randomUUID()}`) {
    this.endpoint = endpoint
    this.#pair.generateKeys()
  }

  /** Body of PUT /api/push/subscriptions. */
  subscription(given: Partial<PushSubscribe> = {}): PushSubscribe {
    const keys = { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') }
    return { endpoint: this.endpoint, keys, kinds: ['points', 'perk', 'code'], language: 'en', ...given }
  }

  read(body: Buffer): PushMessage {
    const salt = body.subarray(0, 16)
    const keyEnd = 21 + body[20]!
    const sender = body.subarray(21, keyEnd)
    const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
      Buffer.from(hkdfSync('sha256', key, from, info, length))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender])
    const key = derive(this.#pair.computeSecret(sender), this.#auth, info, 32)
    const cipher = createDecipheriv(
      'aes-128-gcm',
      derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(key, salt, 'Content-Encoding: nonce\0', 12),
    )
    cipher.setAuthTag(body.subarray(-16))
    const padded = Buffer.concat([cipher.update(body.subarray(keyEnd, -16)), cipher.final()])
    // The last record ends with the delimiter 2 and zeros.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushMessage
  }
}
