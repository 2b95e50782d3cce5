import type { Operations } from '../operation.ts'

export const pushOperations: Operations = {
  'GET /api/push': {
    id: 'readPush',
    summary: 'Get the key for Web Push, and your browsers that show notifications',
    access: 'buyer',
    note: '`publicKey` is the `applicationServerKey` (VAPID).',
  },
  'PUT /api/push/subscriptions': {
    id: 'subscribeToPush',
    summary: 'Show notifications in this browser, or change their kinds',
    access: 'buyer',
    key: 'none',
    note: '`endpoint` and `keys` are those of the browser’s `PushSubscription`; the endpoint is https on port 443 with a public name. The subscription ends with its session. At most 10 browsers: one more takes the place of the oldest.',
    example: {
      endpoint: 'https://push.example/send/abc',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      kinds: ['points', 'perk', 'code'],
      language: 'am',
    },
  },
  'DELETE /api/push/subscriptions/{id}': {
    id: 'unsubscribeFromPush',
    summary: 'End the notifications of one of your browsers',
    access: 'buyer',
    key: 'none',
  },
}
