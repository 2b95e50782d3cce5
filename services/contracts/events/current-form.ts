/**
 * The one place where stored events become current ones (decision 60): for folding, projecting, replaying and checking.
 * Proofs and the auditor's pages take the stored form.
 */
import type { z } from 'zod'
import { eventMetadataSchema, type EventMetadata } from './ledger-events.ts'

/** Data schemas by event type. */
export type EventFamily = Record<string, z.ZodType>
export type StoredForm = { type: string; data: unknown; metadata: unknown }
export type CurrentForm =
  | { data: unknown; metadata: EventMetadata }
  | { unfit: 'type' }
  | { unfit: 'data' | 'metadata'; error: z.ZodError }

type Upcaster = (stored: Record<string, unknown>) => Record<string, unknown>

/** By event type. Each takes any earlier form, told by its fields, and returns the current form as it came. */
const UPCASTERS: Readonly<Record<string, Upcaster | undefined>> = {
  // Version 1 named the settings that were sent, without their values.
  SettingsChanged: (stored) => (stored['changes'] === undefined ? { ...stored, changes: [] } : stored),
}

/** Unknown fields are dropped. Never throws. */
export function currentForm(family: EventFamily, { type, data, metadata }: StoredForm): CurrentForm {
  const schema = Object.hasOwn(family, type) ? family[type] : undefined
  if (!schema) return { unfit: 'type' }
  const upcast = UPCASTERS[type]
  const read = schema.safeParse(upcast && isObject(data) ? upcast(data) : data)
  if (!read.success) return { unfit: 'data', error: read.error }
  const about = eventMetadataSchema.safeParse(metadata)
  if (!about.success) return { unfit: 'metadata', error: about.error }
  return { data: read.data, metadata: about.data }
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null
}
