import { z } from 'zod'
import { EXPORT_LINES, EXPORT_POSITION } from '#contracts/calls/staff/audit.ts'
import { NEXT_CURSOR } from '#contracts/calls/figures.ts'
import {
  CONSISTENCY_STALE,
  CONSISTENCY_TOKEN,
  consistencyTokenSchema,
  IDEMPOTENCY_KEY,
  idempotencyKeySchema,
} from '#contracts/units/ids.ts'
import { CONSISTENCY_WAIT_MS } from '../plugins/consistency.ts'
import { COMMON, refused } from './refusals.ts'

/** Sent with a replayed response. */
const IDEMPOTENCY_REPLAYED = 'idempotency-replayed'

/** OpenAPI 3.1 uses zod's JSON Schema dialect, so `$schema` is dropped. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'output' })
  return rest
}

const keyHeader = (required: boolean, description: string) => ({
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required,
  description,
  schema: jsonSchema(idempotencyKeySchema),
})

const ONE_KEY = 'Use a new key for each action, and the same key for its retries.'
const REUSED = 'Reusing a key with different input is refused with 422 `idempotency_key_reused`.'

/** Written once per document, referenced by describe.ts. `sessionCookie`: its name differs over https. */
export const components = (sessionCookie: string) => ({
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description:
        'Set by the sign-in calls. Browsers send it only from Hatik’s own pages; a write with another `Origin` is refused with 403 `foreign_origin`.',
    },
  },
  parameters: {
    KeyRequired: keyHeader(true, `${ONE_KEY} Without a key: 400 \`idempotency_key_required\`. ${REUSED}`),
    KeyHereOrInBody: keyHeader(
      false,
      `${ONE_KEY} Can be sent in the body as \`key\` instead, which takes precedence over the header. Without either: 400 \`idempotency_key_required\`. ${REUSED}`,
    ),
    KeyOptional: keyHeader(
      false,
      `${ONE_KEY} A retry with the same key returns the first response; without a key, every call is a new action. ${REUSED}`,
    ),
    KeyOfContent: keyHeader(
      false,
      `${ONE_KEY} A retry with the same key and body returns the first response, also if the first call ended or renewed its session. Without a key, every call is a new action.`,
    ),
    KeyOfSession: keyHeader(
      false,
      `${ONE_KEY} For two minutes, a retry with the same key replaces the session that the first call opened. Without a key, every call is a new action.`,
    ),
    KeyOfSignUp: keyHeader(
      false,
      `${ONE_KEY} A retry with the same key finds the account that the first call created; without a key it is refused with 409 \`user_exists\`.`,
    ),
    ConsistencyToken: {
      name: CONSISTENCY_TOKEN,
      in: 'header',
      required: false,
      description: `The token from an earlier write; the response then includes that write. Waits up to ${CONSISTENCY_WAIT_MS / 1000} seconds.`,
      schema: jsonSchema(consistencyTokenSchema),
    },
  },
  headers: {
    ConsistencyToken: {
      description: 'Opaque token of this write. Send it with a later GET to read your own write.',
      schema: jsonSchema(consistencyTokenSchema),
    },
    ConsistencyStale: {
      description: '`true` if the requested position was not reached in time: the response may not include that write.',
      schema: { type: 'string', const: 'true' },
    },
    IdempotencyReplayed: {
      description:
        '`true` if this is the stored response to an earlier call with the same key; this call had no effect.',
      schema: { type: 'string', const: 'true' },
    },
    NextCursor: { description: 'Cursor of the next page; missing on the last page.', schema: { type: 'string' } },
    ExportPosition: {
      description: 'The last ledger position that the file covers.',
      schema: { type: 'string' },
    },
    ExportLines: { description: 'The number of movements in the file.', schema: { type: 'string' } },
  },
  responses: Object.fromEntries(Object.entries(COMMON).map(([name, text]) => [name, refused(text)])) as Record<
    keyof typeof COMMON,
    ReturnType<typeof refused>
  >,
})

type Components = ReturnType<typeof components>

export const at = <Kind extends 'parameters' | 'headers' | 'responses'>(
  kind: Kind,
  name: keyof Components[Kind] & string,
) => ({ $ref: `#/components/${kind}/${name}` })

export const HEADERS = {
  token: { [CONSISTENCY_TOKEN]: at('headers', 'ConsistencyToken') },
  stale: { [CONSISTENCY_STALE]: at('headers', 'ConsistencyStale') },
  replayed: { [IDEMPOTENCY_REPLAYED]: at('headers', 'IdempotencyReplayed') },
  nextCursor: { [NEXT_CURSOR]: at('headers', 'NextCursor') },
  export: { [EXPORT_POSITION]: at('headers', 'ExportPosition'), [EXPORT_LINES]: at('headers', 'ExportLines') },
}
