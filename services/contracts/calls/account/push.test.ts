import { expect, it } from 'vitest'
import { pushEndpoint, pushSubscribeSchema } from './push.ts'

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
const body = { endpoint: 'https://push.example/a', keys, kinds: ['points'], language: 'am' }

it('the endpoints of browsers are taken as they are', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/dXJs:APA91b',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QOd-4',
    'https://db5p.notify.windows.com/w/?token=BQYAAA%3d',
  ])
    expect(pushEndpoint(endpoint)).toBe(endpoint)
})

it('an endpoint is https on its own port with a public name, in whatever spelling an address comes', () => {
  for (const endpoint of [
    'http://push.example/a',
    'https://push.example:8443/a',
    'https://me:secret@push.example/a',
    'https://push.example/a#b',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://0177.0.0.1/a',
    'https://１２７.0.0.1/a',
    'https://10.0.0.8/a',
    'https://[::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://localhost/a',
    'https://api.localhost/a',
    'https://redis/a',
    'https://metadata.google.internal/a',
    'https://printer.local/a',
    'https://push.example./a',
    'file:///etc/passwd',
    'push.example',
    '',
    `https://push.example/${'a'.repeat(2_048)}`,
  ])
    expect([endpoint, pushEndpoint(endpoint)]).toEqual([endpoint, undefined])
})

it('keys have their exact lengths, and each kind is named once', () => {
  expect(pushSubscribeSchema.safeParse(body).success).toBe(true)
  for (const wrong of [
    { keys: { ...keys, p256dh: 'AA' } },
    { keys: { ...keys, auth: `${keys.auth}=` } },
    { kinds: [] },
    { kinds: ['points', 'points'] },
    { kinds: ['news'] },
    { language: 'ru' },
  ])
    expect([wrong, pushSubscribeSchema.safeParse({ ...body, ...wrong }).success]).toEqual([wrong, false])
})
