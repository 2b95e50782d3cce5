import { expect, it } from 'vitest'
import { troubleFrom } from './scan.ts'

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotSupportedError', 'unsupported'],
])('a camera that fails with %s is told as %s (R215)', (name, kind) => {
  expect(troubleFrom(new DOMException('no', name))).toEqual({ kind })
})

it("any other failure keeps the browser's words (R215)", () => {
  expect(troubleFrom(new DOMException('Could not start video source', 'NotReadableError'))).toEqual({ kind: 'other', message: 'Could not start video source' })
})
