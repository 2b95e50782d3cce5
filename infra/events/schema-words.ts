/** JSON Schema in words, for the catalogue of events. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../testing/golden-events.ts'

export function typeWords(schema: JsonSchema): string {
  const { type, properties, items, anyOf, format, enum: values, const: only } = schema
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (only !== undefined) return `\`${only}\``
  if (anyOf) return anyOf.map(typeWords).join(' or ')
  if (Array.isArray(type)) return type.map((one) => typeWords({ ...schema, type: one })).join(' or ')
  if (format === 'date-time') return 'moment'
  switch (type) {
    case 'object':
      return fieldList(properties ?? {})
    case 'array':
      return `list of ${typeWords(items ?? {})}`
    case 'integer':
      return integerWords(schema)
    case 'string':
      return textWords(schema)
    case undefined:
      return 'anything'
    default:
      return type
  }
}

function fieldList(properties: Record<string, JsonSchema>): string {
  return `{ ${Object.entries(properties)
    .map(([name, inner]) => `\`${name}\`: ${typeWords(inner)}`)
    .join('; ')} }`
}

function integerWords({ minimum, exclusiveMinimum }: JsonSchema): string {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  return least === undefined || least === Number.MIN_SAFE_INTEGER ? 'integer' : `integer from ${least}`
}

function textWords({ pattern, minLength, maxLength }: JsonSchema): string {
  const digits = /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(pattern ?? '')?.[1]
  if (digits !== undefined) return `${digits} hexadecimal digits`
  if (pattern !== undefined) return 'UUID'
  if (maxLength === undefined) return 'text'
  return minLength === undefined
    ? `text of at most ${maxLength} characters`
    : `text of ${minLength} to ${maxLength} characters`
}

/** What a newer form has changed, field by field. */
export function changesBetween(before: JsonSchema, after: JsonSchema): string[] {
  const [were, are] = [before.properties ?? {}, after.properties ?? {}]
  const isNeeded = ({ required = [] }: JsonSchema, name: string) => required.includes(name)
  return [...new Set([...Object.keys(were), ...Object.keys(are)])].flatMap((name) => {
    const [was, is] = [were[name], are[name]]
    if (!was) return [`\`${name}\` added${isNeeded(after, name) ? '' : ', optional'}`]
    if (!is) return [`\`${name}\` dropped`]
    const needed = isNeeded(before, name) === isNeeded(after, name) ? [] : [isNeeded(after, name)]
    return [
      ...(isDeepStrictEqual(was, is) ? [] : [`\`${name}\` was ${typeWords(was)}`]),
      ...needed.map((now) => `\`${name}\` ${now ? 'no longer optional' : 'now optional'}`),
    ]
  })
}
