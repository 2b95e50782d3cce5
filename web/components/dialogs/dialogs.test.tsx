import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const escape = (): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

it('an alert dialog whose action runs cannot be cancelled, and its way back keeps the focus', async () => {
  const onStay = vi.fn<() => void>()
  const question = (busy: boolean) => (
    <AlertDialog
      open
      title="Delete?"
      description="It goes."
      stay="Keep"
      go="Delete"
      busy={busy}
      onStay={onStay}
      onGo={() => undefined}
    />
  )
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

it('nothing closes a dialog whose action runs: not its way back, its cross or Escape', async () => {
  const onClose = vi.fn<() => void>()
  const dialog = (busy: boolean) => (
    <ReasonDialog
      open
      title="Suspend?"
      description="It rests."
      go="Suspend"
      busy={busy}
      onClose={onClose}
      onGo={() => undefined}
    />
  )
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

/** A button per kind of dialog, and a field that takes the focus after the action. */
function Page({ kept = true, gone = false }: { kept?: boolean; gone?: boolean }): ReactNode {
  const [open, setOpen] = useState<string>()
  const [done, setDone] = useState(false)
  const result = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (done) result.current?.focus()
  }, [done])
  const close = (): void => setOpen(undefined)
  const opener = (name: string): ReactNode =>
    !gone && (
      <button type="button" disabled={!kept} onClick={() => setOpen(name)}>
        {name}
      </button>
    )
  const act = (): void => {
    close()
    setDone(true)
  }
  return (
    <main id="main" tabIndex={-1}>
      {opener('Question')}
      {opener('Dialog')}
      <input ref={result} aria-label="Result" />
      <AlertDialog open={open === 'Question'} title="?" description="?" stay="Keep" go="Go" onStay={close} onGo={act} />
      {/* Its field takes the focus before the dialog could. */}
      <ReasonDialog
        open={open === 'Dialog'}
        title="?"
        description="?"
        go="Go"
        busy={false}
        onClose={close}
        onGo={act}
      />
    </main>
  )
}

for (const kind of ['Question', 'Dialog']) {
  const opened = async (page: ReactNode) => {
    const { rerender } = render(page)
    const opener = screen.getByText(kind)
    opener.focus()
    await act(async () => opener.click())
    expect(document.activeElement).not.toBe(opener)
    return rerender
  }

  it(`${kind}: returns the focus to its opener`, async () => {
    await opened(<Page />)
    escape()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText(kind)))
  })

  it(`${kind}: moves the focus to the page if the opener cannot take it`, async () => {
    const rerender = await opened(<Page />)
    rerender(<Page kept={false} />)
    escape()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  for (const [what, later] of Object.entries({ goes: <Page gone />, 'is disabled': <Page kept={false} /> })) {
    it(`${kind}: moves the focus to the page if the opener ${what} a moment after closing`, async () => {
      const rerender = await opened(<Page />)
      escape()
      await waitFor(() => expect(document.activeElement).toBe(screen.getByText(kind)))
      rerender(later)
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    })
  }

  it(`${kind}: leaves the focus where the person has moved it since`, async () => {
    const rerender = await opened(<Page />)
    escape()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText(kind)))
    screen.getByLabelText('Result').focus()
    rerender(<Page gone />)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(document.activeElement).toBe(screen.getByLabelText('Result'))
  })

  it(`${kind}: keeps the focus that the action has set`, async () => {
    await opened(<Page />)
    if (kind === 'Dialog') fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'It has to be.' } })
    await act(async () => button('Go').click())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Result')))
    // The dialog moves the focus a moment after it is gone.
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(document.activeElement).toBe(screen.getByLabelText('Result'))
  })
}
