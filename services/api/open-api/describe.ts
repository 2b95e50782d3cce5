/** Adds operations.ts and the routes' settings to the document. */
import type { FastifyContextConfig } from 'fastify'
import { z } from 'zod'
import { at, components, HEADERS } from './components.ts'
import {
  explainAnswer,
  explainBody,
  explainError,
  explainParameter,
  type Parameter,
  type Schema,
} from './field-words.ts'
import { ACCESS, type KeyUse, type Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { LIMIT_HEADERS, refusalsOf } from './refusals.ts'

type Answer = { description?: string; headers?: Record<string, unknown>; content?: Content; $ref?: string }
type Shown = {
  summary?: string
  description?: string
  operationId?: string
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses?: Record<string, Answer>
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
type Document = {
  paths?: Record<string, Record<string, Shown>>
  components?: { schemas?: Record<string, Schema> } & Record<string, unknown>
}

/** A route's own settings. */
export type RouteFacts = Pick<FastifyContextConfig, 'rateLimit'> & { bodyMayBeMissing?: boolean }

/** `factsOf`: by method and pattern. */
export function describeDocument(
  document: Document,
  { sessionCookie, factsOf }: { sessionCookie: string; factsOf: ReadonlyMap<string, RouteFacts> },
): void {
  const shared = components(sessionCookie)
  const named = document.components?.schemas ?? {}
  explainError(named['Error'])
  for (const schema of Object.values(named)) explainAnswer(schema)
  const table: Readonly<Record<string, Operation>> = OPERATIONS
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, shown] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      const operation = table[name]
      if (operation) describe(shown, operation, { isRead: method === 'get', facts: factsOf.get(name) ?? {} })
    }
  }
  document.components = { ...document.components, ...shared, schemas: usedOf(named, [document.paths, shared]) }
}

/** Keeps referenced schemas only: each has a request and a response form, and few are sent. */
function usedOf(
  named: Readonly<Record<string, Schema>>,
  from: unknown,
  used: Record<string, Schema> = {},
): Record<string, Schema> {
  for (const [, name = ''] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    const schema = named[name]
    if (schema === undefined || used[name] !== undefined) continue
    used[name] = schema
    usedOf(named, schema, used)
  }
  return used
}

const factsFor = ({ requestBody }: Shown, { key }: Operation, { isRead, facts }: Call) => ({
  isRead,
  hasBody: requestBody !== undefined,
  isLimited: Boolean(facts.rateLimit),
  refusesReusedKey: isReplayed(key) && key !== 'content',
})

const WINDOWS: Readonly<Record<string, string>> = { 60_000: 'per minute', 3_600_000: 'per hour', 86_400_000: 'per day' }

function limitsOf({ limit }: Operation, { facts: { rateLimit } }: Call): string[] {
  const { max, timeWindow, keyGenerator } = rateLimit || {}
  const ofRoute = rateLimit
    ? [`At most ${String(max)} calls ${WINDOWS[String(timeWindow)]} per ${keyGenerator ? 'user' : 'IP address'}.`]
    : []
  return limit === undefined ? ofRoute : [...ofRoute, limit]
}

type Call = { isRead: boolean; facts: RouteFacts }

const CONFIRMED =
  'Requires `POST /api/auth/confirm` within the last five minutes; otherwise refused with `confirmation_required`.'

function describe(shown: Shown, operation: Operation, call: Call): void {
  const { session, who } = ACCESS[operation.access]
  shown.operationId = operation.id
  shown.summary = operation.summary
  const confirmed = operation.confirmed && CONFIRMED
  shown.description = [`Access: ${who}`, confirmed, operation.note, ...limitsOf(operation, call)]
    .filter(Boolean)
    .join('\n\n')
  shown.security = session === 'none' ? [] : [...(session === 'optional' ? [{}] : []), { session: [] }]
  const headers = headerParameters(operation, call)
  if (headers.length > 0) shown.parameters = [...(shown.parameters ?? []), ...headers]
  if (operation.form) shown.requestBody = formBody(operation.form)
  if (operation.example)
    for (const content of Object.values(shown.requestBody?.content ?? {})) content.example = operation.example
  if (shown.requestBody) shown.requestBody.required = !call.facts.bodyMayBeMissing
  explain(shown)
  shown.responses = {
    ...successes(shown.responses ?? {}, operation, call),
    ...refusalsOf(operation, factsFor(shown, operation, call)),
    ...ownFailure(shown.responses ?? {}),
  }
}

function explain({ parameters = [], requestBody, responses = {} }: Shown): void {
  for (const parameter of parameters) explainParameter(parameter)
  for (const { schema } of contentsOf([requestBody])) explainBody(schema)
  for (const { schema } of contentsOf(Object.values(responses))) explainAnswer(schema)
}

const contentsOf = (ones: readonly ({ content?: Content } | undefined)[]) =>
  ones.flatMap((one) => Object.values(one?.content ?? {}))

/** Routes read multipart forms part by part, so they have no schema for them. */
function formBody({ file, fileNeeded, fields }: NonNullable<Operation['form']>): NonNullable<Shown['requestBody']> {
  const { $schema: _draft, ...beside } = fields
    ? z.toJSONSchema(fields, { io: 'input' })
    : { type: 'object' as const, properties: {}, required: [] }
  const schema = {
    ...beside,
    properties: { ...beside.properties, [file]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: [...(beside.required ?? []), ...(fileNeeded ? [file] : [])],
  }
  return { required: true, content: { 'multipart/form-data': { schema: schema as Schema } } }
}

const KEY_PARAMETERS = {
  required: at('parameters', 'KeyRequired'),
  'here or in the body': at('parameters', 'KeyHereOrInBody'),
  optional: at('parameters', 'KeyOptional'),
  content: at('parameters', 'KeyOfContent'),
  session: at('parameters', 'KeyOfSession'),
  'sign-up': at('parameters', 'KeyOfSignUp'),
} as const satisfies Record<Exclude<KeyUse, 'none'>, unknown>

function headerParameters({ key = 'none' }: Operation, { isRead }: Call): Parameter[] {
  if (isRead) return [at('parameters', 'ConsistencyToken')]
  return key === 'none' ? [] : [KEY_PARAMETERS[key]]
}

/** Whether the response can be replayed. */
const isReplayed = (key: KeyUse = 'none') => !['none', 'session', 'sign-up'].includes(key)

/** Success responses with headers. A streaming route has no schema, and gets one here. */
function successes(
  declared: Record<string, Answer>,
  { key, ledger, nextCursor, media, id }: Operation,
  { isRead, facts }: Call,
): Record<string, Answer> {
  const headers = {
    ...(isRead && HEADERS.stale),
    ...(ledger && HEADERS.token),
    ...(isReplayed(key) && HEADERS.replayed),
    ...(nextCursor && HEADERS.nextCursor),
    ...(facts.rateLimit && LIMIT_HEADERS),
    ...(id === 'exportMovements' && HEADERS.export),
  }
  const found = Object.entries(declared).filter(([status]) => status.startsWith('2'))
  const answers: [string, Answer][] = found.length > 0 ? found : [['200', {}]]
  return Object.fromEntries(
    answers.map(([status, answer]) => [
      status,
      {
        ...answer,
        description: status === '201' ? 'Created' : 'OK',
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(media && { content: fileContent(media) }),
      },
    ]),
  )
}

const isText = (type: string) => type.startsWith('text/') || type === 'application/x-ndjson'

const fileContent = (media: readonly string[]) =>
  Object.fromEntries(media.map((type) => [type, isText(type) ? { schema: { type: 'string' } } : {}]))

/** Readiness describes its own 5xx response. */
const ownFailure = (declared: Record<string, Answer>) =>
  Object.fromEntries(Object.entries(declared).filter(([status]) => status.startsWith('5')))
