/** Web Push: which browsers of a buyer show notifications, and of what (decision 56). */
import { z } from 'zod'
import { commandIdSchema } from '../../units/ids.ts'
import { languageSchema } from './session.ts'

/** Points received; a first perk within reach; a code about to end. */
export const PUSH_KINDS = ['points', 'perk', 'code'] as const
const pushKindSchema = z.enum(PUSH_KINDS)
export type PushKind = z.infer<typeof pushKindSchema>

/** Browsers per person. One more takes the place of the oldest. */
export const PUSH_SUBSCRIPTIONS_MAX = 10

const ENDPOINT_MAX = 2_048
/** A name with a dot whose last label begins with a letter, so no address; URL has made other spellings of one canonical. */
const PUBLIC_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/
const OWN_NAME = /\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

/**
 * The endpoint as URL writes it, or undefined: https on its own port, a public name, no user. The addresses behind the
 * name are checked at each sending.
 */
export function pushEndpoint(text: string): string | undefined {
  if (text.length > ENDPOINT_MAX || !URL.canParse(text)) return undefined
  const { protocol, username, password, port, hostname, hash, href } = new URL(text)
  const isPlain = protocol === 'https:' && username + password + port + hash === ''
  return isPlain && PUBLIC_NAME.test(hostname) && !OWN_NAME.test(hostname) && href.length <= ENDPOINT_MAX
    ? href
    : undefined
}

/** Base64url without padding, of exactly so many bytes. */
const bytes = (size: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((size * 4) / 3)}}$`), 'Invalid input')

/** PUT /api/push/subscriptions: `endpoint` and `keys` as in the browser's PushSubscription. */
export const pushSubscribeSchema = z.object({
  endpoint: z.string().refine((text) => pushEndpoint(text) !== undefined, 'Invalid input'),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  kinds: z
    .array(pushKindSchema)
    .min(1)
    .max(PUSH_KINDS.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, 'Invalid input'),
  language: languageSchema,
})
export type PushSubscribe = z.infer<typeof pushSubscribeSchema>

export const pushSubscriptionSchema = z.object({
  id: commandIdSchema,
  endpoint: z.string(),
  kinds: z.array(pushKindSchema),
  language: languageSchema,
  /** False after a new sign-in: the browser saves it again, so that it ends with the session of now. */
  isOfThisSession: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type PushSubscriptionEntry = z.infer<typeof pushSubscriptionSchema>

/** GET /api/push: `publicKey` is the browser's applicationServerKey (base64url); subscriptions oldest first. */
export const pushReplySchema = z.object({ publicKey: z.string(), subscriptions: z.array(pushSubscriptionSchema) })
export type PushReply = z.infer<typeof pushReplySchema>

/** Payload of a push message, for the service worker. `path` is opened by a click. */
export type PushMessage = { title: string; body: string; tag: string; lang: string; path: string }
