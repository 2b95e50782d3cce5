import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
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

it('a decoder that does not come is no trouble of the camera', () => {
  expect(troubleFrom(new ApiError(0, 'network', 'Failed to fetch'))).toEqual({ kind: 'network' })
})

it("any other failure keeps the browser's words (R215)", () => {
  expect(troubleFrom(new DOMException('Could not start video source', 'NotReadableError'))).toEqual({ kind: 'other', message: 'Could not start video source' })
})
