import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { forgetAct, rememberAct } from '#web/lib/session/last-act.ts'
import { CrashPage } from './crash-page.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

const shown = (): string | null | undefined => {
  render(<CrashPage onTryAgain={() => undefined} />)
  return screen.queryByTestId('last-act')?.textContent
}

it('a page that crashes after an action names it', () => {
  rememberAct('Awarded: 5 points · SC 8713')
  expect(shown()).toBe('Awarded: 5 points · SC 8713')
})

it("a page that crashes without an action, or after someone else's, names none", () => {
  rememberAct('Awarded: 5 points · SC 8713')
  forgetAct()
  expect(shown()).toBeUndefined()
})
