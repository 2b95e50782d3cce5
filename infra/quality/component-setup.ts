import { configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
// Loads all texts and the mapping of refused fields.
import '#web/lib/words/field-keys.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'

// Messages and dialogs are loaded on first use, which is slow on a busy machine.
configure({ asyncUtilTimeout: 4_000 })

// Tests must not see cached reads of others.
afterEach(dropReadCache)

/** Ms until sonner's last unstoppable render of a dismissed message. */
const MESSAGE_GOES_MS = 250
/** The real timer, even if a test fakes it. */
const later = globalThis.setTimeout

// A message dismissed after its window is gone would cause an error outside every test.
afterAll(async () => {
  if (typeof window === 'undefined') return
  const { toast } = await import('sonner')
  if (toast.getHistory().length > 0) await new Promise((resolve) => later(resolve, MESSAGE_GOES_MS))
})
