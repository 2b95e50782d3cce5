/** Environment variables, parsed once. A wrong value stops the start. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { DEMO_SUPPORT } from '#contracts/calls/support.ts'
import { addressFault, filesFault, peersFault, selfFault, type AddressName } from './env-addresses.ts'
import { PRIVATE_NETWORKS, proxiesIn, proxyFault } from './proxies.ts'

const given = z.string({ error: 'is not set' })
const faultless = (text: z.ZodString, faultOf: (value: string) => string | undefined) =>
  text.refine((value) => faultOf(value) === undefined, { error: (issue) => faultOf(String(issue.input)) })
const address = (name: AddressName) => faultless(given, (value) => addressFault(name, value))
/** `Name <address>` or an address. */
const SENDER = /^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

const NOTHING = 'is blank'

const MODES = ['production', 'development', 'test'] as const

/** The error repeats a wrong word, which is no secret. */
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: (issue) => `${String(issue.input)} is not one of ${words.join(', ')}` })
const wholeNumber = (most: number) => {
  const error = `is not a whole number from 0 to ${most}`
  return z.coerce.number(error).int(error).min(0, error).max(most, error)
}
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const SHARE_FAULT = 'is not a share from 0 to 1'
const page = (example: string) => z.url({ protocol: /^https$/, error: `must be an https URL such as ${example}` })

/** Each is a connection of its worker to PostgreSQL. */
export const MOST_SHARDS = 16

const variables = z.object({
  NODE_ENV: oneOf(MODES).default('development'),
  DATABASE_URL: address('DATABASE_URL'),
  REDIS_URL: address('REDIS_URL'),
  EVENTSTORE_URL: address('EVENTSTORE_URL'),
  SMTP_URL: address('SMTP_URL'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(65_535).default(3000),
  /** Serves metrics of this process. Unset: not served. */
  METRICS_PORT: wholeNumber(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Where all APIs take commands from each other: a list, or `dns://name:port`. Unset: each decides its own. */
  LEDGER_PEERS: faultless(z.string(), peersFault).optional(),
  /** This API's own address among them. */
  LEDGER_SELF: z.string().optional(),
  /** In how many parts workers write the live read models (decision 69). 1: one worker at a time writes them whole. */
  PROJECTION_SHARDS: wholeNumber(MOST_SHARDS).min(1, 'is less than 1').default(1),
  /** Without trailing slash; for origin checks and links in mails. */
  PUBLIC_URL: address('PUBLIC_URL').optional(),
  /**
   * Proxies whose X-Forwarded-For is trusted: addresses, networks (10.0.0.0/8) or the names loopback, linklocal,
   * uniquelocal. Default: those names if PUBLIC_URL is https, because a proxy then terminates TLS.
   */
  TRUSTED_PROXIES: faultless(z.string(), proxyFault).optional(),
  SESSION_SECRET: given.min(32, 'must have at least 32 characters'),
  /**
   * Milliseconds of service after a stop signal, for the load balancer to notice. Default: 3 s in production, else 0.
   */
  DRAIN_MS: wholeNumber(60_000).optional(),
  RATE_LIMITS: oneOf(['on', 'off']).default('on'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Caught mails as JSON; set by the supervisor with the embedded mail catcher. */
  MAIL_CATCHER_URL: z.url().optional(),
  /** A folder (file:///…) or a bucket (s3://bucket/prefix?endpoint=…&region=…). */
  FILES_URL: faultless(z.string(), filesFault).default(() => pathToFileURL(path.resolve('.data/files')).href),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be an email address such as Hatik <no-reply@hatik.example.am>')
    .default('Hatik <no-reply@hatik.test>'),
  /** The operator's contacts in mails, footer and legal documents. */
  SUPPORT_EMAIL: z.email('must be an email address such as help@hatik.example.am').default(DEMO_SUPPORT.email),
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+[\d ]{7,24}$/, 'must be an international phone number such as +374 10 00 00 00')
    .default(DEMO_SUPPORT.phone),
  SUPPORT_ADDRESS_AM: z.string().trim().min(1, NOTHING).default(DEMO_SUPPORT.address.am),
  SUPPORT_ADDRESS_EN: z.string().trim().min(1, NOTHING).default(DEMO_SUPPORT.address.en),
  SUPPORT_INSTAGRAM: page('https://instagram.com/hatik').default(DEMO_SUPPORT.instagram),
  SUPPORT_TELEGRAM: page('https://t.me/hatik').default(DEMO_SUPPORT.telegram),
  /** Signs the tree heads. Default: LEDGER_KEY_FILE, created at the first start. */
  LEDGER_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .optional(),
  LEDGER_KEY_FILE: z.string().default(() => path.resolve('.data/ledger-key')),
  /** Names this installation to push services (VAPID). Default: PUSH_KEY_FILE, created at the first start. */
  PUSH_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be a P-256 key of 32 bytes in base64url')
    .optional(),
  PUSH_KEY_FILE: z.string().default(() => path.resolve('.data/push-key')),
  WEB_ROOT: z.string().default('.build/web'),
  /** OpenTelemetry's own names; traces are off without an endpoint. The exporter reads further ones itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT').optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_TRACES_SAMPLER: oneOf(SAMPLERS).default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(SHARE_FAULT).min(0, SHARE_FAULT).max(1, SHARE_FAULT).optional(),
})

const envSchema = variables.superRefine(({ LEDGER_SELF, LEDGER_PEERS }, { addIssue }) => {
  const message = selfFault(LEDGER_SELF, LEDGER_PEERS)
  if (message) addIssue({ code: 'custom', path: ['LEDGER_SELF'], message })
})

/** Of every variable that API and worker read. */
export const ENV_NAMES: readonly string[] = Object.keys(variables.shape)

export type Env = Omit<z.infer<typeof envSchema>, 'TRUSTED_PROXIES'> & {
  DRAIN_MS: number
  TRUSTED_PROXIES: readonly string[]
}

const PRODUCTION_DRAIN_MS = 3_000

function trustedProxies(given: string | undefined, publicUrl: string | undefined): readonly string[] {
  if (given === undefined) return publicUrl?.startsWith('https://') ? PRIVATE_NETWORKS : []
  return proxiesIn(given)
}

/** Service managers pass empty variables for unset ones. An empty TRUSTED_PROXIES means no proxies. */
export const setOnes = (source: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(source).filter(([name, value]) => value !== '' || name === 'TRUSTED_PROXIES'))

const linesOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path: [name], message }) => `${String(name)}: ${message}`)

/** One line per wrong variable, without addresses or secrets. */
export function envFaults(source: Record<string, string | undefined>): string[] {
  const { error } = envSchema.safeParse(setOnes(source))
  return error ? linesOf(error) : []
}

/** Throws with one line per wrong variable, without addresses. Production always has rate limits. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = envSchema.safeParse(setOnes(source))
  if (!parsed.success)
    throw new Error(
      `Environment:\n${linesOf(parsed.error)
        .map((line) => `  ${line}`)
        .join('\n')}`,
    )
  const { DRAIN_MS, TRUSTED_PROXIES, ...rest } = parsed.data
  const env = { ...rest, TRUSTED_PROXIES: trustedProxies(TRUSTED_PROXIES, rest.PUBLIC_URL) }
  return env.NODE_ENV === 'production'
    ? { ...env, DRAIN_MS: DRAIN_MS ?? PRODUCTION_DRAIN_MS, RATE_LIMITS: 'on' }
    : { ...env, DRAIN_MS: DRAIN_MS ?? 0 }
}
