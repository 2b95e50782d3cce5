import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { api } from '#web/lib/api/api.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ConfirmAct } from './confirm-act.tsx'

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const PASSWORD = 'Correct-horse-1'
const refusal = (code: string, message: string, status: number, field?: string) =>
  Response.json({ code, message, ...(field && { issues: [{ path: field, message }] }) }, { status })

/** Executes an action only after the session has confirmed its password. */
function serve(): { calls: string[] } {
  const calls: string[] = []
  let isConfirmed = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('idempotency-key')
    calls.push(`${path} ${path === '/api/auth/confirm' ? '' : key}`.trim())
    if (path !== '/api/auth/confirm')
      return isConfirmed
        ? Response.json({})
        : refusal('confirmation_required', 'Please confirm with your password', 403)
    isConfirmed = (JSON.parse(String(init.body)) as { password: string }).password === PASSWORD
    return isConfirmed
      ? Response.json({ message: 'Confirmed', confirmedUntil: '2026-11-28T00:05:00.000Z' })
      : refusal('wrong_current_password', 'Current password is incorrect', 400, 'password')
  })
  return { calls }
}

const reply = { safeParse: (data: unknown) => ({ success: true as const, data }) }
const erase = confirmed((key: string) => api.write({ method: 'DELETE', path: '/api/it', key, reply }))
const enter = async (password: string) => {
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: password } })
  await act(async () => screen.getByRole('button', { name: 'Continue' }).click())
}

it('asks in place, reports a wrong password, and repeats the same call', async () => {
  const { calls } = serve()
  render(<ConfirmAct />)
  const done = vi.fn<(value: unknown) => void>()
  await act(async () => void erase('one-key').then(done))
  await enter('')
  expect(screen.getByRole('alert').textContent).toBe('Please enter your password')
  await enter('Wrong-horse-1')
  expect(screen.getByRole('alert').textContent).toBe('Current password is incorrect')
  expect(done).not.toHaveBeenCalled()
  await enter(PASSWORD)
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(calls).toEqual(['/api/it one-key', '/api/auth/confirm', '/api/auth/confirm', '/api/it one-key'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('two actions at once share one prompt; dismissing it executes neither', async () => {
  const { calls } = serve()
  render(<ConfirmAct />)
  const refused = vi.fn<(error: { code: string }) => void>()
  await act(async () => {
    void erase('first').catch(refused)
    void erase('second').catch(refused)
  })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await act(async () => screen.getByRole('button', { name: 'Not now' }).click())
  await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(2))
  expect(refused.mock.calls.map(([{ code }]) => code)).toEqual(['confirmation_required', 'confirmation_required'])
  expect(calls).toEqual(['/api/it first', '/api/it second'])
})

it('without a prompt, the refusal is returned', async () => {
  serve()
  await expect(erase('one-key')).rejects.toMatchObject({ code: 'confirmation_required' })
})
