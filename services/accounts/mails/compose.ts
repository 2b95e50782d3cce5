/** Composes a mail at sending: names and addresses are read then, and no job or parameter holds them. */
import { isNobodysAddress } from '#contracts/units/addresses.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import type { Compose } from '#platform/mail/mail-outbox.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { tokenHash, tokenOf } from '../tokens.ts'
import { readAddressee, type Addressee } from './addressee.ts'
import { factsOf, wordsIn, type MailedDay, type MailedRemarks, type WaitingCode } from './facts.ts'
import { layOut } from './layout.ts'
import { stillTrue } from './still-true.ts'
import { MAIL_TEMPLATES, type MailTemplate } from './templates.ts'
import { MAIL_WORDS } from './words.ts'

const TOKEN_PATHS = {
  verify_email: ['verify', '/verify-email'],
  verify_new_email: ['verify', '/verify-email'],
  reset_password: ['reset', '/reset-password'],
  manager_invited: ['invite', '/invitation'],
} as const

const isTemplate = (name: string): name is MailTemplate => (MAIL_TEMPLATES as readonly string[]).includes(name)

export type WaitingCodes = {
  /** Undefined if used or cancelled. */
  redemption(db: Queryable, redemptionId: string): Promise<WaitingCode | undefined>
  count(db: Queryable, businessId: number, madeUntil: Date): Promise<number>
}

type ComposerOptions = {
  secret: string
  address: string
  support: string
  now: () => Date
  waitingCodes: WaitingCodes
  /** `day`: 'YYYY-MM-DD' in Yerevan. Undefined for a day without purchases and perks. */
  mailedDay(db: Queryable, businessId: number, day: string): Promise<MailedDay | undefined>
  /** Undefined for a day without remarks by the business's present thresholds. */
  mailedRemarks(db: Queryable, businessId: number, day: string): Promise<MailedRemarks | undefined>
  /** H21: legal statuses approved automatically. */
  autoApproved(db: Queryable): Promise<readonly string[]>
}

/** `address`: base URL without a trailing slash. Throws on an unknown template. */
export function createComposer({
  secret,
  address,
  support,
  now,
  waitingCodes,
  mailedDay,
  mailedRemarks,
  autoApproved,
}: ComposerOptions): Compose {
  return async (db, mail) => {
    if (!isTemplate(mail.template)) throw new Error(`Unknown mail template ${mail.template}`)
    const user = await readAddressee(db, mail.userId, mail.parameters)
    const to = mail.to ?? (user?.erased ? undefined : user?.email)
    if (!user || to === undefined || isNobodysAddress(to)) return undefined
    if (!(await stillTrue(db, { id: mail.id, template: mail.template }, user))) return undefined
    const word = wordsIn(mail.parameters)
    const linkPath = linkOf(mail.template, secret, word('seed'), user)
    if (linkPath === undefined) return undefined
    const code =
      mail.template === 'redemption_waiting' ? await waitingCodes.redemption(db, word('redemptionId')) : undefined
    const codes =
      mail.template === 'redemptions_waiting'
        ? await waitingCodes.count(db, mail.userId, new Date(now().getTime() - Number(word('days')) * DAY_MS))
        : 0
    const day = mail.template === 'day_report' ? await mailedDay(db, mail.userId, word('day')) : undefined
    if (mail.template === 'day_report' && !day) return undefined
    const remarks = mail.template === 'attention' ? await mailedRemarks(db, mail.userId, word('day')) : undefined
    if (mail.template === 'attention' && !remarks) return undefined
    if ((mail.template === 'redemption_waiting' && !code) || (mail.template === 'redemptions_waiting' && codes === 0))
      return undefined
    // An automatically approved registration can sign in right after the link (H21).
    const asksNobody =
      mail.template === 'verify_email' &&
      user.status === 'pending' &&
      (await autoApproved(db)).some((status) => status === user.legalStatus)
    const language = mail.language ?? user.language
    const words = MAIL_WORDS[language][mail.template](
      factsOf(mail.template, mail.parameters, {
        user,
        language,
        now: now(),
        support,
        linkPath,
        isRegistering: user.status === 'pending' && !asksNobody,
        code,
        codes,
        day,
        remarks,
      }),
    )
    // Anybody can sign up with a stranger's address, so an unproved address sees no typed name.
    const isToOwner = mail.template !== 'verify_new_email' && mail.template !== 'manager_invited'
    const firstName = user.emailVerified && isToOwner ? user.firstName : ''
    return { id: mail.id, to, subject: words.subject, ...layOut(words, { language, firstName, address }) }
  }
}

/**
 * '' if the template has no link, or its address has an account already. Undefined if the link no longer works:
 * replaced, used or withdrawn.
 */
function linkOf(
  template: MailTemplate,
  secret: string,
  seed: string,
  works: Pick<Addressee, 'verify' | 'reset' | 'invite' | 'isTaken'>,
): string | undefined {
  if (!Object.hasOwn(TOKEN_PATHS, template)) return ''
  const [purpose, path] = TOKEN_PATHS[template as keyof typeof TOKEN_PATHS]
  const token = tokenOf(secret, purpose, seed)
  if (works[purpose] !== tokenHash(token)) return undefined
  return purpose === 'invite' && works.isTaken ? '' : `${path}?token=${token}`
}
