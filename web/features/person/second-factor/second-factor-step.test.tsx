import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MemoryRouter } from 'react-router-dom'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import SecondFactorStep, { type SecondFactorStepProps } from './second-factor-step.tsx'

const CODES = Array.from({ length: 10 }, (_, index) => `ABCDEFGHJKMNPQR${index === 0 ? 'Z' : index + 1}`.slice(0, 16))

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

function show(props: SecondFactorStepProps): void {
  render(
    <MemoryRouter>
      <SecondFactorStep {...props} />
      <Toaster />
    </MemoryRouter>,
  )
}

it.each([
  ['en', 'Set up an authenticator app', 'The app shows 6 digits', 'I have saved them'],
  ['am', 'Միացնել հավելվածով', 'Հավելվածի կոդն ունի 6 թվանշան', 'Պահպանել եմ'],
] as const)(
  'the set-up ends only once the recovery codes are taken note of (%s)',
  async (language, begin, digits, saved) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', async (path: string) =>
      path.endsWith('/activate')
        ? Response.json({ recoveryCodes: CODES }, { status: 201 })
        : Response.json({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Hatik:a?secret=JBSWY3DPEHPK3PXP' }),
    )
    const onDone = vi.fn<() => void>()
    show({ state: 'setup_required', onDone })
    fireEvent.click(screen.getByRole('button', { name: begin }))
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeDefined()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '12345' } })
    await act(async () => fireEvent.submit(screen.getByRole('textbox').closest('form')!))
    expect(await screen.findByText(digits)).toBeDefined()
    expect((screen.getByRole('textbox') as HTMLInputElement).inputMode).toBe('numeric')
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '123 456' } })
    await act(async () => fireEvent.submit(screen.getByRole('textbox').closest('form')!))
    expect(await screen.findAllByRole('listitem')).toHaveLength(10)
    expect(onDone).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: saved }))
    expect(onDone).toHaveBeenCalledOnce()
  },
)

it('an account with only a passkey is not asked for a code', async () => {
  await startAllWords('en')
  show({ state: 'passkey_required', onDone: vi.fn<() => void>() })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('Your password is not enough here: please use your passkey.')).toBeDefined()
})
