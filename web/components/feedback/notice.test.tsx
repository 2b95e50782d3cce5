import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Notice, type NoticeTone } from './notice.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(cleanup)
afterEach(() => void vi.useRealTimers())

/** Later DOM changes within the notice, which screen readers read out. */
async function changesIn(tone: NoticeTone): Promise<(Node | null)[]> {
  const seen: Node[] = []
  const watch = new MutationObserver((changes) => seen.push(...changes.map(({ target }) => target)))
  watch.observe(document.body, { subtree: true, childList: true, attributes: true })
  const { container } = render(<Notice tone={tone} icon={null} title="It is intact" />)
  await act(() => vi.advanceTimersByTimeAsync(100))
  watch.disconnect()
  const notice = container.firstElementChild
  return seen.filter((node) => node !== notice && notice?.contains(node))
}

it("a calm notice's text is inserted after its live region, which screen readers need; an alarm's at once (WCAG 4.1.3)", async () => {
  for (const tone of ['calm', 'good'] as const) {
    const [changed] = await changesIn(tone)
    expect(changed).toHaveProperty('textContent', 'It is intact')
    expect((changed as HTMLElement).classList.contains('invisible')).toBe(false)
    cleanup()
  }
  expect(await changesIn('alarm')).toEqual([])
})
