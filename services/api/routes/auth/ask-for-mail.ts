import { mailRequestSchema, messageReplySchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { requestMail, type MailRequest } from '#accounts/mail-requests.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'

/**
 * R126, R190, H19. R128: same steps and response for every address, without a look-up, so that timing reveals nothing.
 */
export function askForMail(app: App, deps: Deps, path: string, kind: MailRequest['kind'], message: string): void {
  app.post(
    path,
    {
      config: { ...PUBLIC_FORM_LIMIT, retry: 'sameContent' },
      schema: { tags: ['auth'], body: mailRequestSchema, response: { 200: messageReplySchema, '4xx': errorSchema } },
    },
    async (request) => {
      const { email, language } = request.body
      // Another link would make the first one worthless, so a retry asks for none.
      await deps.once(
        request,
        { content: 0 },
        request.given,
        (client) => requestMail(client, { kind, email, language }),
        () => deps.signIns.mailRequest(`${kind}:${email}`),
      )
      deps.wake('mail')
      return { message }
    },
  )
}

export function forgotPassword(app: App, deps: Deps): void {
  askForMail(
    app,
    deps,
    '/api/auth/forgot-password',
    'reset_password',
    'If this address belongs to an account, a link is on its way',
  )
}

export function resendVerification(app: App, deps: Deps): void {
  askForMail(
    app,
    deps,
    '/api/auth/resend-verification',
    'resend_verification',
    'If this address waits to be verified, a link is on its way',
  )
}
