/** Actions that need the password again. */
import { anyReply } from './any-reply.ts'
import { ApiError } from './api-error.ts'
import { api } from './api.ts'

type Ask = () => Promise<boolean>
let ask: Ask | undefined

/** Registers the page's password prompt, which resolves to true once confirmed. Returns the unregister function. */
export function onConfirmation(asker: Ask): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/** Asks for the password if the server demands it, then retries with the same key. Rejects as the action does. */
export const confirmed =
  <Args extends unknown[], Reply>(act: (...args: Args) => Promise<Reply>) =>
  async (...args: Args): Promise<Reply> => {
    try {
      return await act(...args)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'confirmation_required')) throw error
      if (!(await ask?.())) throw error
      return act(...args)
    }
  }

export const confirmSession = (password: string, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: '/api/auth/confirm', body: { password }, key, reply: anyReply })
