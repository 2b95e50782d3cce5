import { expect, it } from 'vitest'
import { currentForm } from './current-form.ts'
import { ADMIN_EVENT_DATA } from './support-events.ts'

const metadata = {
  schema: 1,
  commandId: '00000000-0000-4000-8000-000000000001',
  inputHash: 'x',
  actor: { userId: 3, role: 'admin' },
  $correlationId: 'request-1',
  recordedAt: '2026-11-21T10:00:00.000Z',
}
const settings = (data: unknown) => currentForm(ADMIN_EVENT_DATA, { type: 'SettingsChanged', data, metadata })

it('an earlier form becomes the current one, and is not changed itself', () => {
  const stored = Object.freeze({ names: ['plans'], reason: 'new prices' })
  expect(settings(stored)).toEqual({ data: { ...stored, changes: [] }, metadata })
})

it('a current form stays as it is, without fields that this version does not know', () => {
  const data = { names: ['plans'], changes: [{ name: 'plans.prime.perks', from: null, to: '50' }], reason: 'more' }
  expect(settings(data)).toEqual({ data, metadata })
  expect(settings({ ...data, later: 1 })).toEqual({ data, metadata })
})

it('what no version ever wrote is named, and nothing throws', () => {
  for (const data of [undefined, null, 'text', { reason: 'no names' }])
    expect(settings(data)).toMatchObject({ unfit: 'data' })
  for (const type of ['SettingsLost', 'constructor', '__proto__'])
    expect(currentForm(ADMIN_EVENT_DATA, { type, data: {}, metadata })).toEqual({ unfit: 'type' })
  const anonymous = { type: 'MailRetried', data: { mailId: '1' }, metadata: { ...metadata, actor: undefined } }
  expect(currentForm(ADMIN_EVENT_DATA, anonymous)).toMatchObject({ unfit: 'metadata' })
})
