import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { Dialog } from '#web/components/dialogs/dialog.tsx'
import { toast, Toaster } from './toast.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('the first toast is read out once, by a live region that existed before it, even under a dialog (WCAG 4.1.3)', async () => {
  render(
    <>
      <main>The page</main>
      <Dialog open onClose={() => undefined} title="Your code">
        A picture
      </Dialog>
      <Toaster />
    </>,
  )
  const regions = [...document.querySelectorAll('[aria-live]')]
  expect(screen.queryByRole('main')).toBeNull()
  toast.error('Refused')
  const said = await screen.findByText('Refused')
  const around = [said, ...ancestorsOf(said)]
  expect(around.filter((element) => element.matches('[aria-live], [role=alert], [role=status]'))).toEqual(regions)
  expect(around.filter((element) => element.matches('[aria-hidden=true]'))).toEqual([])
})

function ancestorsOf({ parentElement }: Element): Element[] {
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : []
}
