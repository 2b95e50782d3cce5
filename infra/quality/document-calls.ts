/** All calls of the API document with their fields, and a valid sample address and body. */
type Schema = {
  $ref?: string
  contentMediaType?: string
  type?: string | string[]
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  minLength?: number
  pattern?: string
  format?: string
}
type Parameter = { in?: 'path' | 'query'; name: string; required?: boolean }
type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: (Parameter & { $ref?: string })[]
        requestBody?: { content: Record<string, { schema: Schema; example?: object }> }
      }
    >
  >
  components: { schemas: Record<string, Schema> }
}

export type DocumentCall = {
  method: string
  /** With names in braces. */
  path: string
  pathFields: string[]
  query: { name: string; required: boolean }[]
  /** Undefined without JSON. */
  body: Record<string, unknown> | undefined
  /** Paths of all fields, including nested ones. */
  bodyFields: string[][]
  /** For a form with a file: its name, all other fields, and texts for the required ones. */
  form: { file: string; names: string[]; fields: Record<string, unknown> } | undefined
}

export async function documentCalls(address: string): Promise<DocumentCall[]> {
  const document = (await (await fetch(`${address}/api/docs/json`)).json()) as Document
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]!)

  const fieldsOf = (given: Schema, at: string[] = []): string[][] => {
    const schema = resolved(given)
    const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
      [...at, name],
      ...fieldsOf(inner, [...at, name]),
    ])
    return [...own, ...(schema.anyOf ?? []).flatMap((each) => fieldsOf(each, at))]
  }

  function sampleOf(given: Schema): unknown {
    const schema = resolved(given)
    if (schema.default !== undefined) return schema.default
    if (schema.enum) return schema.enum[0]
    if (schema.anyOf) return sampleOf(schema.anyOf[0]!)
    const type = [schema.type].flat()[0]
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
          schema.required?.includes(name) ? [[name, sampleOf(inner)]] : [],
        ),
      )
    if (type === 'array') return []
    if (type === 'integer' || type === 'number') return schema.minimum ?? 1
    if (type === 'boolean') return false
    if (schema.pattern?.includes('@')) return 'somebody@hatik.test'
    return schema.pattern === undefined ? 'Text'.padEnd(schema.minLength ?? 0, '.') : '1'
  }

  function formOf(given: Schema | undefined): DocumentCall['form'] {
    if (!given) return undefined
    const { properties = {} } = resolved(given)
    const file = Object.keys(properties).find((name) => properties[name]?.contentMediaType !== undefined)
    if (file === undefined) throw new Error('A form without a file')
    const { [file]: _file, ...fields } = sampleOf(given) as Record<string, unknown>
    return { file, names: Object.keys(properties).filter((name) => name !== file), fields }
  }

  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { parameters = [], requestBody }]) => {
      const { schema, example } = requestBody?.content['application/json'] ?? {}
      const at = (place: 'path' | 'query') => parameters.filter((each) => each.in === place)
      return {
        method: name.toUpperCase(),
        path,
        pathFields: at('path').map((each) => each.name),
        query: at('query').map((each) => ({ name: each.name, required: each.required ?? false })),
        body: schema && { ...(sampleOf(schema) as object | null), ...example },
        bodyFields: schema ? fieldsOf(schema) : [],
        form: formOf(requestBody?.content['multipart/form-data']?.schema),
      }
    }),
  )
}

/** Replaces one value of the body; `undefined` omits the field. */
export function withField(body: object, at: readonly string[], value: unknown): object {
  const [name = '', ...rest] = at
  const inner = (body as Record<string, unknown>)[name]
  if (rest.length > 0)
    return { ...body, [name]: withField(typeof inner === 'object' && inner !== null ? inner : {}, rest, value) }
  return { ...body, [name]: value }
}
