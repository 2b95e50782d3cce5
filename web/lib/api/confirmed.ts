/** Actions that need the password again (POST /api/auth/confirm); the screen asks for it in place. */
import { anyReply } from './any-reply.ts'
import { ApiError } from './api-error.ts'
import { api } from './api.ts'

type Ask = () => Promise<boolean>
let ask: Ask | undefined

/**
 * Registers the page's password prompt, which resolves with whether the password was proved. Returns the unsubscribe.
 */
export function onConfirmation(asker: Ask): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/** Wraps an action: asks for the password if needed, then retries with the same key. Rejects as the action does. */
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
