/** For every test of a component. */
import { configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
// The words of all groups are there in a test, and so is which of them belongs to which refused field.
import '#web/lib/words/field-keys.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'

// What shows messages and dialogs is fetched with the first of them, which takes a busy machine a moment.
configure({ asyncUtilTimeout: 4_000 })

// What one test has read is not shown to the next before its own answer comes.
afterEach(dropReadCache)

/** Sonner draws a message for the last time so long after it was told to go, and nothing stops it. */
const MESSAGE_GOES_MS = 250
/** Also where a test has put another clock in its place. */
const later = globalThis.setTimeout

// A message that goes when the window of its tests has gone already would be an error outside every test.
afterAll(async () => {
  if (typeof window === 'undefined') return
  const { toast } = await import('sonner')
  if (toast.getHistory().length > 0) await new Promise((resolve) => later(resolve, MESSAGE_GOES_MS))
})
