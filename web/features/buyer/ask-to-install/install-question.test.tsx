import { act, cleanup, render, screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'

let prompted: number
let isCoarse: boolean

let InstallQuestion: ComponentType
// The first script of a page runs before the app is imported.
beforeAll(async () => {
  runInThisContext(readFileSync(join(import.meta.dirname, '../../../public/boot.js'), 'utf8'))
  InstallQuestion = (await import('./install-question.tsx')).default
})
beforeEach(async () => {
  prompted = 0
  isCoarse = true
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' && isCoarse }))
  localStorage.clear()
  await startAllWords('en')
})
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())
afterEach(() => void dispatchEvent(new Event('appinstalled')))

/** As Chromium does once the app can be installed. Returns whether its own question is held back. */
const offer = (outcome: 'accepted' | 'dismissed'): boolean => {
  const prompt = async () => ((prompted += 1), { outcome })
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void dispatchEvent(event))
  return event.defaultPrevented
}
const textOf = () => render(<InstallQuestion />).container.textContent

it.each(['accepted', 'dismissed'] as const)(
  "the browser's question follows a press, and is asked once: %s",
  async (outcome) => {
    render(<InstallQuestion />)
    expect([offer(outcome), prompted]).toEqual([true, 0])
    await act(async () => screen.getByRole('button', { name: 'Add to Home screen' }).click())
    expect([prompted, screen.queryByRole('button')]).toEqual([1, null])
    cleanup()
    offer(outcome)
    expect(textOf()).toBe('')
  },
)

it('a computer, which has no Home screen, is asked nothing', () => {
  isCoarse = false
  expect([offer('accepted'), textOf()]).toEqual([true, ''])
})

it('"Not now" is remembered', async () => {
  offer('dismissed')
  render(<InstallQuestion />)
  await act(async () => screen.getByRole('button', { name: 'Not now' }).click())
  cleanup()
  expect([textOf(), prompted]).toEqual(['', 0])
})

it('an iPhone is told the steps, because it has no question of its own', () => {
  vi.stubGlobal('navigator', { userAgent: 'iPhone' })
  expect(textOf()).toMatch(/Add to Home Screen.*Got it/)
})

it('nothing is asked where the app cannot be installed, or while the question about notifications is open', () => {
  expect(textOf()).toBe('')
  cleanup()
  offer('accepted')
  vi.stubGlobal('Notification', { permission: 'default' })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('navigator', { userAgent: 'test', serviceWorker: {} })
  expect(textOf()).toBe('')
})
