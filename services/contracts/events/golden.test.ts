/** No change of an event makes an earlier form unreadable, or goes unseen (decision 60). */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import {
  GOLDEN_FOLDER,
  goldenForms,
  METADATA,
  schemaOf,
  type GoldenForm,
} from '../../../infra/testing/golden-events.ts'
import { repository } from '../../../infra/local/settings.ts'
import { currentForm, type EventFamily } from './current-form.ts'
import { EVENT_FAMILIES } from './event-words.ts'
import { eventMetadataSchema } from './ledger-events.ts'

const families: EventFamily[] = Object.values(EVENT_FAMILIES).map(({ schemas }) => schemas)
const schemas: EventFamily = Object.assign({ [METADATA]: eventMetadataSchema }, ...families)
const forms = goldenForms()

const ajv = new Ajv2020()
addFormats.default(ajv)
const faults = (schema: object, data: unknown) => (ajv.validate(schema, data) ? [] : ajv.errors)

const eachForm = [...forms].flatMap(([type, all]) =>
  all.map((form) => [`${type}.${form.version}`, type, form] as const),
)

it.each(Object.keys(schemas))('the schema of %s is that of its newest golden file', (type) => {
  const [newest, next] = [forms.get(type)?.at(-1), (forms.get(type)?.length ?? 0) + 1]
  const help = `Never edit a golden file: earlier events stay in the log. Run npm run events-document, which adds ${type}.${next}.json with the new schema, and put stored events into it. If the earlier golden files cannot be read then, write an upcaster in current-form.ts. Decision 60 tells when a new event is better.`
  expect(newest?.schema, help).toEqual(schemaOf(schemas[type]!))
})

it('an event that was ever written has its schema still, and its versions count from 1', () => {
  for (const [type, all] of forms) {
    expect(Object.keys(schemas), `${type} stands in the log for ever`).toContain(type)
    expect(all.map(({ version }) => version)).toEqual(all.map((_, index) => index + 1))
  }
})

describe.each(eachForm)('%s', (name, type, { schema, stored }: GoldenForm) => {
  const shapes: unknown[] = type === METADATA ? stored : stored.map(({ data }) => data)

  it('has stored events of just this form, with and without each optional field', () => {
    expect(shapes).not.toEqual([])
    for (const shape of shapes) expect(faults(schema, shape)).toEqual([])
    if (type === METADATA) return
    const fields = Object.keys(schema.properties ?? {})
    const without = (field: string) => stored.filter(({ data }) => !(field in data)).length
    expect(fields.filter((field) => without(field) === stored.length)).toEqual([])
    const optional = fields.filter((field) => !schema.required?.includes(field))
    expect(optional.filter((field) => without(field) === 0)).toEqual([])
  })

  it('becomes the current form', () => {
    const newest = forms.get(type)!.at(-1)!.schema
    for (const event of stored) {
      const whole = type === METADATA ? { type: 'MailRetried', data: { mailId: '1' }, metadata: event } : event
      const current = currentForm(
        families.find((one) => Object.hasOwn(one, whole.type))!,
        whole,
      )
      if ('unfit' in current)
        throw new Error(`${name} needs an upcaster in current-form.ts: ${JSON.stringify(current)}`)
      expect(faults(newest, type === METADATA ? current.metadata : current.data)).toEqual([])
    }
  })
})

it.skipIf(!existsSync(join(repository, '.git')))('no golden file says anything else than when it was added', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 1e8 })
  const added = new Map<string, string>()
  let commit = ''
  for (const line of git('log', '--diff-filter=A', '--format=:%H', '--name-only', '--', GOLDEN_FOLDER).split('\n'))
    if (line.startsWith(':')) commit = line.slice(1)
    else if (line !== '' && !added.has(line)) added.set(line, commit)
  const files = [...added].filter(([file]) => existsSync(join(repository, file)))
  if (files.length === 0) return
  const were = git('show', ...files.map(([file, at]) => `${at}:${file}`)).split(/(?<=^\}\n)/m)
  expect(were).toHaveLength(files.length)
  for (const [index, [file]] of files.entries()) {
    const [, type = '', version] = /([^/]+)\.(\d+)\.json$/.exec(file) ?? []
    const form = forms.get(type)?.find((one) => String(one.version) === version)
    const said = JSON.parse(were[index]!) as GoldenForm
    expect(form, `${file} was changed: add the next version instead`).toMatchObject(said)
  }
})
