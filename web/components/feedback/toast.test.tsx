import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { Dialog } from '#web/components/dialogs/dialog.tsx'
import { sonner } from './toast-place.tsx'
import { toast, Toaster } from './toast.tsx'

beforeAll(() => startAllWords('en'))
afterEach(() => {
  cleanup()
  sonner.dismiss()
})

const none = (): void => undefined
const DIALOGS: Record<string, (open: boolean) => ReactNode> = {
  'a window': (open) => (
    <Dialog open={open} onClose={none} title="Edit">
      It changes.
    </Dialog>
  ),
  'a question': (open) => (
    <AlertDialog open={open} title="Delete?" description="It goes." stay="Keep" go="Delete" onStay={none} onGo={none} />
  ),
}

function Page({ children }: { children?: ReactNode }): ReactNode {
  return (
    <>
      {children}
      <Toaster />
    </>
  )
}
const standing = (): unknown[] => sonner.getToasts().map((one) => 'title' in one && one.title)
const said = (text: string): Promise<HTMLElement> => screen.findByText(text)

it.each(Object.entries(DIALOGS))('opening %s dismisses earlier toasts, and keeps later ones', async (_, dialog) => {
  const { rerender } = render(<Page>{dialog(false)}</Page>)
  toast.error('Refused')
  await said('Refused')
  rerender(<Page>{dialog(true)}</Page>)
  expect(standing()).toEqual([])
  await waitFor(() => expect(screen.queryByText('Refused')).toBeNull())
  toast.error('Refused again')
  await said('Refused again')
  rerender(<Page>{dialog(true)}</Page>)
  expect(standing()).toEqual(['Refused again'])
})

it('a toast that comes with a dialog stays when it opens, and the next dialog dismisses it (R69)', async () => {
  const { rerender } = render(<Page>{DIALOGS['a window']?.(false)}</Page>)
  toast.success('Redeemed', { withDialog: true })
  await said('Redeemed')
  rerender(<Page>{DIALOGS['a window']?.(true)}</Page>)
  expect(standing()).toEqual(['Redeemed'])
  rerender(<Page>{DIALOGS['a window']?.(false)}</Page>)
  expect(standing()).toEqual(['Redeemed'])
  rerender(<Page>{DIALOGS['a question']?.(true)}</Page>)
  expect(standing()).toEqual([])
})

it('shows the toast even when its code loads after the dialog (R69)', async () => {
  const { rerender } = render(<Page>{DIALOGS['a window']?.(false)}</Page>)
  toast.success('Redeemed', { withDialog: true })
  rerender(<Page>{DIALOGS['a window']?.(true)}</Page>)
  await said('Redeemed')
  rerender(<Page>{DIALOGS['a window']?.(false)}</Page>)
  rerender(<Page>{DIALOGS['a question']?.(true)}</Page>)
  expect(standing()).toEqual([])
})

it("a success dismisses the same action's refusal, and no other", async () => {
  render(<Page />)
  toast.error('Failed to award points')
  await said('Failed to award points')
  toast.over('Failed to verify')
  expect(standing()).toEqual(['Failed to award points'])
  toast.over('Monthly limit reached', 'Failed to award points')
  expect(standing()).toEqual([])
  // Even one that has not appeared yet.
  toast.error('Failed to award points')
  toast.over('Failed to award points')
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(standing()).toEqual([])
})
