/** Acts for which a session is not enough: the server asks for the password once more (POST /api/auth/confirm), and the screen asks in place. */
import { anyReply } from './any-reply.ts'
import { ApiError } from './api-error.ts'
import { api } from './api.ts'

type Ask = () => Promise<boolean>
let ask: Ask | undefined

/** Who asks on this page; resolves with whether the password was proved. Returns how to stop. */
export function onConfirmation(asker: Ask): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/** The act, made again with the same key where the password had to be proved before it. Rejects as the act does. */
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
