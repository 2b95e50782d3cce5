import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EVENTS_DOCUMENT, eventsDocument } from './events-document.ts'

it('the catalogue of events is that of the schemas', () => {
  expect(readFileSync(EVENTS_DOCUMENT, 'utf8'), 'run npm run events-document').toBe(eventsDocument())
})
