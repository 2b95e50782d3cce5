import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { LateEvents } from './late-events.tsx'

afterEach(cleanup)

it.each([
  ['am', '1 200 իրադարձություն դեռ մատյանում չէ'],
  ['en', '1,200 events are not in the log yet'],
] as const)(
  'reports overdue events with their streams, and not those just written (%s; H30)',
  async (language, words) => {
    await startAllWords(language)
    const { container, rerender } = render(<LateEvents waiting={3} lateStreams={[]} />)
    expect(container.textContent).toBe('')
    rerender(<LateEvents waiting={1_200} lateStreams={['heads-ledger', 'business-7']} />)
    expect(container.textContent.replaceAll('\u00a0', ' ')).toContain(words)
    const readOut = container.querySelector('[role=alert]')?.textContent ?? ''
    expect(readOut).toContain('heads-ledger · business-7')
    expect(readOut).not.toMatch(/\d{3}/)
  },
)
