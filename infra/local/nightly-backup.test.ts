import { expect, it } from 'vitest'
import { isBackupDue } from './nightly-backup.ts'

it.each([
  ['none was ever taken', undefined, '2026-11-29T12:00:00Z', true],
  ['the last is of last night', '2026-11-28T23:00:10Z', '2026-11-29T22:59:59Z', false],
  ['it is three o’clock in Yerevan', '2026-11-28T23:00:10Z', '2026-11-29T23:00:00Z', true],
  ['the machine was off at night', '2026-11-27T23:00:10Z', '2026-11-29T08:00:00Z', true],
  ['one was taken by day', '2026-11-29T08:00:00Z', '2026-11-29T22:00:00Z', false],
])('%s', (_case, newest, now, due) => {
  expect(isBackupDue(newest === undefined ? undefined : new Date(newest), new Date(now))).toBe(due)
})
