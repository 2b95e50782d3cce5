/**
 * `npm run events-document`: writes infra/docs/events.md, and a golden file for each schema that has none of its form.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { EventFamily } from '#contracts/events/current-form.ts'
import { EVENT_FAMILIES, EVENT_WORDS, FIELD_WORDS } from '#contracts/events/event-words.ts'
import { eventMetadataSchema } from '#contracts/events/ledger-events.ts'
import { repository } from '../local/settings.ts'
import {
  GOLDEN_FOLDER,
  goldenForms,
  METADATA,
  schemaOf,
  type GoldenForm,
  type JsonSchema,
} from '../testing/golden-events.ts'
import { changesBetween, typeWords } from './schema-words.ts'

export const EVENTS_DOCUMENT = join(repository, 'infra/docs/events.md')

const INTRODUCTION = `# Events

Every event that Hatik ever wrote. Made from the schemas in \`services/contracts/events\` by \`npm run events-document\`; do not edit.

- The log is never changed. Earlier versions of an event stay in it, and \`currentForm\` makes current events of them when they are read (decision 60).
- Each version has stored events in \`${GOLDEN_FOLDER}\`, which the tests fold and project. The examples here are the first of the newest version.
- People are ids only. Points are integer tenths, money is whole AMD, moments are ISO 8601 in UTC.
- "Read by" names read models by their folder in \`projections/\`, and other code by its file. Proofs and the auditor's pages take every event of the log.
`

export function eventsDocument(): string {
  const forms = goldenForms()
  const parts = Object.entries(EVENT_FAMILIES).map(([name, family]) => {
    const events = Object.entries(family.schemas as EventFamily).map(([type, schema]) =>
      eventPart(type, schemaOf(schema), forms.get(type) ?? []),
    )
    const place = family.inLog
      ? 'Part of the log that read models follow and signed tree heads cover.'
      : 'Outside the log that read models follow and signed tree heads cover.'
    const readers = family.readers.length === 0 ? [] : [`All of them are read by ${readerWords(family.readers)}.`]
    return [`## ${name}`, `Stream \`${family.stream}\`. ${family.about} ${place}`, ...readers, ...events].join('\n\n')
  })
  const metadata = forms.get(METADATA) ?? []
  const about = [
    '## Metadata of every event',
    'The id of an event derives from its command and content (decision 7). With each event the store keeps:',
    fieldTable(METADATA, schemaOf(eventMetadataSchema)),
    example(metadata.at(-1)?.stored[0]),
    ...versionLines(metadata),
  ].join('\n\n')
  return [INTRODUCTION + contents(), ...parts, `${about}\n`].join('\n\n')
}

function contents(): string {
  const lines = Object.entries(EVENT_FAMILIES).map(
    ([name, { schemas }]) =>
      `- ${name}: ${Object.keys(schemas)
        .map((type) => `[${type}](#${type.toLowerCase()})`)
        .join(', ')}`,
  )
  return `\n${lines.join('\n')}`
}

function eventPart(type: string, schema: JsonSchema, forms: readonly GoldenForm[]): string {
  const { says, writer, readers = [] } = EVENT_WORDS[type as keyof typeof EVENT_WORDS]
  for (const file of [writer, ...readers.filter((reader) => reader.endsWith('.ts'))])
    if (!readFileSync(join(repository, file), 'utf8').match(new RegExp(`\\b${type}\\b`)))
      throw new Error(`${file} does not mention ${type}: correct services/contracts/events/event-words.ts`)
  for (const reader of readers.filter((each) => !each.endsWith('.ts')))
    if (!existsSync(join(repository, 'projections', reader))) throw new Error(`There is no read model ${reader}`)
  const read = readers.length === 0 ? '' : ` Read by ${readerWords(readers)}.`
  return [
    `### ${type}`,
    `${says} Version ${forms.length}. Written by \`${writer}\`.${read}`,
    fieldTable(type, schema),
    example(forms.at(-1)?.stored[0]?.data),
    ...versionLines(forms),
  ].join('\n\n')
}

const readerWords = (readers: readonly string[]) => readers.map((reader) => `\`${reader}\``).join(', ')

function fieldTable(type: string, { properties = {}, required = [] }: JsonSchema): string {
  const words: Partial<Record<string, string>> = FIELD_WORDS
  const lines = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : ', optional'
    return `| \`${name}\` | ${typeWords(schema)}${optional} | ${unitOf(name, schema)} | ${words[`${type}.${name}`] ?? words[name]} |`
  })
  return ['| field | type | unit | meaning |', '|---|---|---|---|', ...lines].join('\n')
}

function unitOf(name: string, schema: JsonSchema): string {
  if (/tenths$/i.test(name)) return 'tenths of a point'
  if (name.endsWith('Amd')) return 'whole AMD'
  return JSON.stringify(schema).includes('date-time') ? 'ISO 8601, UTC' : ''
}

const example = (of: object | undefined) => `\`\`\`json\n${JSON.stringify(of ?? {}, null, 2)}\n\`\`\``

function versionLines(forms: readonly GoldenForm[]): string[] {
  if (forms.length < 2) return []
  const lines = forms.map(({ version, since, schema }, index) => {
    const before = forms[index - 1]
    return `- Version ${version}, since ${since}${before ? `: ${changesBetween(before.schema, schema).join('; ')}` : ''}.`
  })
  return [lines.join('\n')]
}

/** Only ever adds files: what is in the log does not change. */
function addGoldenFiles(): void {
  const forms = goldenForms()
  const families: EventFamily[] = Object.values(EVENT_FAMILIES).map(({ schemas }) => schemas)
  const schemas: EventFamily = Object.assign({ [METADATA]: eventMetadataSchema }, ...families)
  for (const [type, schema] of Object.entries(schemas)) {
    const known = forms.get(type) ?? []
    if (isDeepStrictEqual(known.at(-1)?.schema, schemaOf(schema))) continue
    const file = `${GOLDEN_FOLDER}/${type}.${known.length + 1}.json`
    const form = { since: new Date().toISOString().slice(0, 10), schema: schemaOf(schema), stored: [] }
    writeFileSync(join(repository, file), `${JSON.stringify(form, null, 2)}\n`, { flag: 'wx' })
    console.log(`${file} is new: put events into "stored" as they are written from now on`)
  }
}

if (import.meta.main) {
  addGoldenFiles()
  writeFileSync(EVENTS_DOCUMENT, eventsDocument())
}
