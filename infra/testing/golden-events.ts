/** Events as they were written by each version, one file per form (decision 60). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EventMetadata } from '#contracts/events/ledger-events.ts'
import { repository } from '../local/settings.ts'

export const GOLDEN_FOLDER = 'services/contracts/events/golden'
/** Has golden files like an event. */
export const METADATA = 'EventMetadata'

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: string[]
  const?: string | number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
}
export type GoldenEvent = {
  id: string
  stream: string
  type: string
  data: Record<string, unknown>
  metadata: EventMetadata
}
/** `since`: the day it was first written. `stored`: of METADATA, metadata alone. */
export type GoldenForm<Stored = GoldenEvent> = { version: number; since: string; schema: JsonSchema; stored: Stored[] }

/** By type, oldest first. */
export function goldenForms(): Map<string, GoldenForm[]> {
  const forms = new Map<string, GoldenForm[]>()
  const files = readdirSync(join(repository, GOLDEN_FOLDER)).map((file) => file.split('.') as [string, string, string])
  for (const [type, version] of files.sort((a, b) => Number(a[1]) - Number(b[1]))) {
    const file = join(repository, GOLDEN_FOLDER, `${type}.${version}.json`)
    const { stored, ...form } = JSON.parse(readFileSync(file, 'utf8')) as Omit<GoldenForm, 'version'>
    const named = stored.map((event) => (type === METADATA ? event : { ...event, type }))
    forms.set(type, [...(forms.get(type) ?? []), { version: Number(version), ...form, stored: named }])
  }
  return forms
}

/** One history, in the order of recording. */
export function goldenHistory(): GoldenEvent[] {
  return [...goldenForms()]
    .flatMap(([type, forms]) => (type === METADATA ? [] : forms.flatMap(({ stored }) => stored)))
    .sort((a, b) => (a.metadata.recordedAt < b.metadata.recordedAt ? -1 : 1))
}

/** Comparable between releases of zod: without the dialect, and without the patterns of named formats. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  return plain(z.toJSONSchema(schema)) as JsonSchema
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const left = Object.entries(value).filter(([key]) => key !== '$schema' && !('format' in value && key === 'pattern'))
  return Object.fromEntries(left.map(([key, inner]) => [key, plain(inner)]))
}
