import { z } from 'zod'
import { escapeHtml } from '#platform/mail/escape-html.ts'
import type { App } from '../../app-type.ts'
import { ApiError } from '../../http/api-error.ts'

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullish(),
  links: z.array(z.string()),
  at: z.string(),
})
type Mail = z.infer<typeof mailSchema>

/** Not in production: mails of the embedded catcher, newest first. */
export function devInbox(app: App, catcherUrl: string): void {
  const mails = async (): Promise<Mail[]> => {
    const answer = await fetch(catcherUrl, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
    if (!answer?.ok) throw new ApiError('busy')
    return z.array(mailSchema).parse(await answer.json())
  }
  app.get('/dev/inbox.json', { schema: { hide: true } }, mails)
  app.get('/dev/inbox', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(await mails())),
  )
}

function page(mails: readonly Mail[]): string {
  const articles = mails.map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.to)} · ${escapeHtml(mail.at)}</p><pre>${escapeHtml(mail.text)}</pre>${mail.links
        .map((link) => `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`)
        .join('')}</article>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Inbox</title><h1>Inbox</h1>${articles.join('') || '<p>No mail yet.</p>'}</html>`
}
