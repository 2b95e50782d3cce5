import { z } from 'zod'
import { EXPORT_LINES, EXPORT_POSITION } from '#contracts/calls/audit.ts'
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

/** Sent by the idempotency modules with a replayed response. */
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

const ONE_KEY = 'One key for each thing that a person does, the same for all its retries.'
const REUSED = 'With other input the key is refused with 422 `idempotency_key_reused`.'

/** Written once per document, referenced by describe.ts. `sessionCookie`: its name differs over https. */
export const components = (sessionCookie: string) => ({
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description:
        'Set by the calls that sign in. Browsers send it from Hatik’s own pages only; a write that names another origin is refused with 403 `foreign_origin`.',
    },
  },
  parameters: {
    KeyRequired: keyHeader(true, `${ONE_KEY} Without it: 400 \`idempotency_key_required\`. ${REUSED}`),
    KeyHereOrInBody: keyHeader(
      false,
      `${ONE_KEY} May stand in the body as \`key\` instead; that one counts where both do. Without either: 400 \`idempotency_key_required\`. ${REUSED}`,
    ),
    KeyOptional: keyHeader(
      false,
      `${ONE_KEY} A retry with it is given the first answer; without it each call is one of its own. ${REUSED}`,
    ),
    KeyOfAnswer: keyHeader(
      false,
      `${ONE_KEY} A retry with it, the same body and the session of before or of the first answer is given that answer for two minutes; without it each call is one of its own.`,
    ),
    KeyOfSignUp: keyHeader(
      false,
      `${ONE_KEY} With it a retry finds the account that it has made; without it, 409 \`user_exists\`.`,
    ),
    ConsistencyToken: {
      name: CONSISTENCY_TOKEN,
      in: 'header',
      required: false,
      description: `The token of an earlier write, so that this answer contains it. Waited for up to ${CONSISTENCY_WAIT_MS / 1000} seconds.`,
      schema: jsonSchema(consistencyTokenSchema),
    },
  },
  headers: {
    ConsistencyToken: {
      description: 'The position of this write in the ledger, opaque: a later GET may hand it back.',
      schema: jsonSchema(consistencyTokenSchema),
    },
    ConsistencyStale: {
      description: '`true`: the position that was asked for was not reached in time, and the answer may lack it.',
      schema: { type: 'string', const: 'true' },
    },
    IdempotencyReplayed: {
      description: '`true`: it was done before, under this key, and nothing was done now.',
      schema: { type: 'string', const: 'true' },
    },
    NextCursor: { description: 'Where the next page begins; missing on the last one.', schema: { type: 'string' } },
    ExportPosition: {
      description: 'The position in the ledger up to which the file goes.',
      schema: { type: 'string' },
    },
    ExportLines: { description: 'How many movements are in the file.', schema: { type: 'string' } },
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
