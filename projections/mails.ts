/** Mails (decision 20): composed from current data, then sent. */
import type { Logger } from 'pino'
import { answerMailRequests } from '#accounts/mail-requests.ts'
import { createComposer } from '#accounts/mails/compose.ts'
import { renewLateLinks } from '#accounts/verification/late-links.ts'
import { attentionSettings } from '#businesses/profile/attention-settings.ts'
import { autoApproved } from '#businesses/status/auto-approve.ts'
import type { Env } from '#platform/env/env.ts'
import { sendDueMails, type MailRound } from '#platform/mail/mail-outbox.ts'
import { createMailer, mailFailure } from '#platform/mail/mailer.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { mailedRemarks } from './attention/mailed-remarks.ts'
import { mailedDay } from './day-report/mailed-day.ts'
import { countWaiting, waitingRedemption } from './redemptions/waiting.ts'

export type MailsOptions = {
  pool: Pool
  env: Env
  log: Pick<Logger, 'info' | 'warn'>
  signal: AbortSignal
  onRound: (round: MailRound) => void
  /** Links in late mails could not be renewed; the mails are sent all the same. */
  onLinksFailed: (error: unknown) => void
}

/** Returns a round. Throws if PostgreSQL is unavailable. */
export function createMails({ pool, env, log, signal, onRound, onLinksFailed }: MailsOptions): () => Promise<void> {
  const secret = env.SESSION_SECRET
  const mailer = createMailer(env.SMTP_URL, env.MAIL_FROM)
  const compose = createComposer({
    secret,
    address: (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    support: env.SUPPORT_EMAIL,
    now: () => new Date(),
    waitingCodes: { redemption: waitingRedemption, count: countWaiting },
    mailedDay,
    mailedRemarks: async (db, businessId, day) =>
      mailedRemarks(db, businessId, day, await attentionSettings(db, businessId)),
    autoApproved,
  })
  return async () => {
    await renewLateLinks(pool, { secret, now: new Date() }).catch(onLinksFailed)
    const round = await sendDueMails(pool, mailer, compose, {
      between: () => answerMailRequests(pool, { secret, now: new Date() }),
      signal,
      onFailed: ({ id, template }, error) =>
        log.warn({ mail: id, template, ...mailFailure(error) }, 'a mail could not be sent'),
    })
    onRound(round)
    if (round.sent + round.dropped + round.putOff + round.dead > 0) log.info(round, 'mails')
  }
}
