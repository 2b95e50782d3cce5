import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startWords } from '#web/lib/i18n.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

beforeAll(() => startWords('en'))
afterEach(cleanup)

const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const escape = (): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

it('a question whose act is under way is not left as if it were kept, and the way back keeps the focus', async () => {
  const onStay = vi.fn<() => void>()
  const question = (busy: boolean) => <AlertDialog open title="Delete?" description="It goes." stay="Keep" go="Delete" busy={busy} onStay={onStay} onGo={() => undefined} />
  const { rerender } = render(question(true))
  expect([document.activeElement, button('Keep').getAttribute('aria-disabled')]).toEqual([button('Keep'), 'true'])
  await act(async () => button('Keep').click())
  escape()
  expect(onStay).not.toHaveBeenCalled()
  rerender(question(false))
  await act(async () => button('Keep').click())
  escape()
  expect(onStay).toHaveBeenCalledTimes(2)
})

it('a dialog whose act is under way is closed by nothing: not by its way back, its cross or Escape', async () => {
  const onClose = vi.fn<() => void>()
  const dialog = (busy: boolean) => <ReasonDialog open title="Suspend?" description="It rests." go="Suspend" busy={busy} onClose={onClose} onGo={() => undefined} />
  const ways = ['Cancel', 'Close']
  const { rerender } = render(dialog(true))
  expect(ways.map((way) => button(way).getAttribute('aria-disabled'))).toEqual(['true', 'true'])
  for (const way of ways) await act(async () => button(way).click())
  escape()
  expect(onClose).not.toHaveBeenCalled()
  rerender(dialog(false))
  for (const way of ways) await act(async () => button(way).click())
  escape()
  expect(onClose).toHaveBeenCalledTimes(3)
})
