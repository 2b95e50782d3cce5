/** Writes into the document what its table (operations.ts) and the routes' own settings say of each operation. */
import type { FastifyContextConfig } from 'fastify'
import { z } from 'zod'
import { at, components, HEADERS } from './components.ts'
import { ACCESS, type KeyUse, type Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

type Answer = { description?: string; headers?: Record<string, unknown>; content?: Record<string, unknown>; $ref?: string }
type Shown = { summary?: string; description?: string; operationId?: string; security?: unknown[]; parameters?: unknown[]; requestBody?: unknown; responses?: Record<string, Answer> }
type Document = { paths?: Record<string, Record<string, Shown>>; components?: Record<string, unknown> }

/** What a route says of itself. */
export type RouteFacts = Pick<FastifyContextConfig, 'keepsAnswer' | 'rateLimit'>

/** `factsOf`: by method and pattern, as the table names them. */
export function describeDocument(document: Document, { sessionCookie, factsOf }: { sessionCookie: string; factsOf: ReadonlyMap<string, RouteFacts> }): void {
  document.components = { ...document.components, ...components(sessionCookie) }
  const table: Readonly<Record<string, Operation>> = OPERATIONS
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, shown] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      const operation = table[name]
      if (operation) describe(shown, operation, { isRead: method === 'get', facts: factsOf.get(name) ?? {} })
    }
  }
}

type Call = { isRead: boolean; facts: RouteFacts }

function describe(shown: Shown, operation: Operation, call: Call): void {
  const { session, who } = ACCESS[operation.access]
  shown.operationId = operation.id
  shown.summary = operation.summary
  shown.description = `Who may: ${who}`
  shown.security = session === 'none' ? [] : [...(session === 'optional' ? [{}] : []), { session: [] }]
  const headers = headerParameters(operation, call)
  if (headers.length > 0) shown.parameters = [...(shown.parameters ?? []), ...headers]
  if (operation.form) shown.requestBody = formBody(operation.form)
  shown.responses = { ...successes(shown.responses ?? {}, operation, call), ...refusals(operation, call), ...ownFailure(shown.responses ?? {}) }
}

/** The routes read such a form part by part, so no schema of theirs says what is in it. */
function formBody({ file, fileNeeded, fields }: NonNullable<Operation['form']>): unknown {
  const { $schema: _draft, ...beside } = fields ? z.toJSONSchema(fields, { io: 'input' }) : { type: 'object' as const, properties: {}, required: [] }
  const schema = {
    ...beside,
    properties: { ...beside.properties, [file]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: [...(beside.required ?? []), ...(fileNeeded ? [file] : [])],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

const KEY_PARAMETERS = {
  required: at('parameters', 'KeyRequired'),
  'here or in the body': at('parameters', 'KeyHereOrInBody'),
  optional: at('parameters', 'KeyOptional'),
  'sign-up': at('parameters', 'KeyOfSignUp'),
} as const satisfies Record<Exclude<KeyUse, 'none'>, unknown>

function headerParameters({ key = 'none' }: Operation, { isRead, facts }: Call): unknown[] {
  if (isRead) return [at('parameters', 'ConsistencyToken')]
  if (facts.keepsAnswer) return [at('parameters', 'KeyOfAnswer')]
  return key === 'none' ? [] : [KEY_PARAMETERS[key]]
}

/** The key is written down with what it stood for. */
const isRemembered = (key: KeyUse = 'none') => key !== 'none' && key !== 'sign-up'

/** The answers that are OK, each with its headers; a route that streams has no schema, and is given one here. */
function successes(declared: Record<string, Answer>, { key, ledger, nextCursor, media, id }: Operation, { isRead, facts }: Call): Record<string, Answer> {
  const headers = {
    ...(isRead && HEADERS.stale),
    ...(ledger && HEADERS.token),
    ...((isRemembered(key) || facts.keepsAnswer) && HEADERS.replayed),
    ...(nextCursor && HEADERS.nextCursor),
    ...(id === 'exportMovements' && HEADERS.export),
  }
  const found = Object.entries(declared).filter(([status]) => status.startsWith('2'))
  const answers: [string, Answer][] = found.length > 0 ? found : [['200', {}]]
  return Object.fromEntries(
    answers.map(([status, answer]) => [
      status,
      { ...answer, description: status === '201' ? 'Created' : 'OK', ...(Object.keys(headers).length > 0 && { headers }), ...(media && { content: fileContent(media) }) },
    ]),
  )
}

const isText = (type: string) => type.startsWith('text/') || type === 'application/x-ndjson'

const fileContent = (media: readonly string[]) => Object.fromEntries(media.map((type) => [type, isText(type) ? { schema: { type: 'string' } } : {}]))

function refusals({ access, key, ledger }: Operation, { isRead, facts }: Call): Record<string, Answer> {
  const mayLackSession = ACCESS[access].session === 'needed' || access === 'slugOrOwner'
  return {
    ...(access === 'password' && { '401': at('responses', 'WrongPassword') }),
    ...(mayLackSession && { '401': at('responses', 'NotSignedIn') }),
    // Every write may come from another origin, or from a support visit that it is not open to.
    ...((mayLackSession || !isRead) && { '403': at('responses', 'Forbidden') }),
    ...(isRemembered(key) && { '422': at('responses', 'KeyReused') }),
    ...(facts.rateLimit && { '429': at('responses', 'TooMany') }),
    '4XX': at('responses', 'Refused'),
    '500': at('responses', 'Failed'),
    '503': at('responses', 'Busy'),
    ...(ledger && { '504': at('responses', 'OutcomeUnknown') }),
  }
}

/** A failure whose answer the route describes itself: readiness says which part is down. */
const ownFailure = (declared: Record<string, Answer>) => Object.fromEntries(Object.entries(declared).filter(([status]) => status.startsWith('5')))
