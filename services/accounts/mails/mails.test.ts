import { describe, expect, it } from 'vitest'
import { languageSchema } from '#contracts/calls/account/session.ts'
import type { OrderedMail } from '#platform/mail/mail-outbox.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { tokenHash, tokenOf } from '../tokens.ts'
import { createComposer } from './compose.ts'
import { MAIL_TEMPLATES, type MailTemplate } from './templates.ts'
import { dayInWords } from './words.ts'

const SECRET = 'a secret of at least thirty-two signs'
type Row = {
  email: string
  firstName: string
  emailVerified: boolean
  language: 'am' | 'en'
  erased: boolean
  verify: string
  reset: string
  businessName: string | null
  trialEndDate: Date | null
  periodStart: Date | null
  status: string
  invite: string | null
  isTaken: boolean
  legalStatus: string | null
  role: string
}
const ROW: Row = {
  email: 'mariam@hatik.test',
  firstName: 'Մարիամ',
  emailVerified: true,
  language: 'am',
  erased: false,
  verify: tokenHash(tokenOf(SECRET, 'verify', 'seed')),
  reset: tokenHash(tokenOf(SECRET, 'reset', 'seed')),
  invite: tokenHash(tokenOf(SECRET, 'invite', 'seed')),
  isTaken: false,
  businessName: 'Կոֆե & <Տուն>',
  trialEndDate: new Date('2026-12-20T19:59:59Z'),
  periodStart: null,
  status: 'pending',
  legalStatus: 'llc',
  role: 'buyer',
}
const CODE = {
  perkName: 'Սուրճ <մեծ>',
  businessName: 'Կոֆե & <Տուն>',
  createdAt: new Date('2026-09-13T21:00:00Z'),
  takesPart: true,
}
const DAY = {
  turnoverAmd: 123_456,
  purchases: 12,
  buyers: 10,
  newBuyers: 3,
  givenTenths: 2_465,
  perks: 4,
  before: { turnoverAmd: 98_000, purchases: 9 },
}
let waiting = 3
const composer = createComposer({
  secret: SECRET,
  address: 'https://hatik.test',
  support: 'support@hatik.test',
  now: () => new Date('2026-12-13T12:00:00Z'),
  waitingCodes: { redemption: async (_db, id) => (id === 'gone' ? undefined : CODE), count: async () => waiting },
  mailedDay: async (_db, _id, day) => (day === 'empty' ? undefined : DAY),
  mailedRemarks: async (_db, _id, day) => (day === 'empty' ? undefined : { large: 2, many: 1, undos: 0, outside: 0 }),
  autoApproved: async () => ['ngo'],
})

const rows = (row: Row | undefined) => ({ query: async () => ({ rows: row ? [row] : [] }) }) as unknown as Queryable
const mail = (template: MailTemplate, more: Partial<OrderedMail> = {}): OrderedMail => ({
  id: '00000000-0000-4000-8000-000000000000',
  cause: 'test',
  template,
  userId: 7,
  parameters: {
    day: '2026-12-13',
    seed: 'seed',
    reason: 'Փաստաթուղթը <չի> երևում',
    role: 'business',
    status: 'active',
  },
  language: null,
  to: null,
  attempts: 0,
  ...more,
})
const STATUS: Partial<Record<MailTemplate, string>> = {
  approved: 'active',
  rejected: 'rejected',
  suspended: 'suspended',
  reinstated: 'active',
  trial_ending: 'active',
  trial_expired: 'trial_expired',
  plan_lapsed: 'trial_expired',
  day_report: 'active',
  attention: 'active',
  manager_invited: 'active',
}
const compose = (
  template: MailTemplate,
  more: Partial<OrderedMail> = {},
  row: Row = { ...ROW, status: STATUS[template] ?? 'pending' },
) => composer(rows(row), mail(template, more))

describe('the mails', () => {
  it.each(
    MAIL_TEMPLATES.flatMap((template) => languageSchema.options.map((language) => [template, language] as const)),
  )(
    '%s in %s: a subject, the same words as text and as HTML, nothing left out and nothing unescaped',
    async (template, language) => {
      const written = await compose(template, { language })
      const { to, subject, text, html } = written!
      expect(to).toBe('mariam@hatik.test')
      expect(subject.length).toBeGreaterThan(8)
      for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|NaN|\$\{|Invalid/)
      expect(html).toContain(`lang="${language === 'am' ? 'hy' : 'en'}"`)
      expect(html).not.toMatch(/<Տուն>|<չի>|<script|<img|http:/)
      expect(text.includes('Մարիամ')).toBe(!['verify_new_email', 'manager_invited'].includes(template))
      const armenian = /[\u0531-\u0587]/.test(subject)
      expect(armenian).toBe(language === 'am')
    },
  )

  it('of a day have its totals beside those of the week before, and are not sent for an empty day', async () => {
    const english = (await compose('day_report', { language: 'en' }))!
    expect(english.subject).toBe('Day report, Dec\u00a013, 2026')
    expect(english.text).toContain('Turnover: 123,456\u00a0AMD (a week before: 98,000\u00a0AMD)')
    expect(english.text).toContain('Average purchase: 10,288\u00a0AMD')
    expect(english.text).toContain('Points given: 246.5')
    expect(english.text).toContain('https://hatik.test/reports?day=2026-12-13')
    expect((await compose('day_report', { language: 'am' }))!.text).toContain('Գնորդներ՝ 10, որոնցից նոր՝ 3')
    expect(await compose('day_report', { parameters: { day: 'empty' } })).toBeUndefined()
    expect(await compose('day_report', {}, { ...ROW, status: 'suspended' })).toBeUndefined()
  })

  it('about unusual acts name the kinds that there were, by number only, and are not sent without any', async () => {
    const english = (await compose('attention', { language: 'en' }))!
    expect(english.subject).toBe('Unusual activity at the counter on 13 December 2026')
    expect(english.text).toContain('Large awards: 2\nBuyers with many awards in a short time: 1')
    expect(english.text).not.toContain('opening hours')
    expect(english.text).toContain('https://hatik.test/reports?day=2026-12-13')
    expect((await compose('attention', { language: 'am' }))!.text).toContain('Մեծ գումարներ՝ 2')
    expect(await compose('attention', { parameters: { day: 'empty' } })).toBeUndefined()
    expect(await compose('attention', {}, { ...ROW, status: 'suspended' })).toBeUndefined()
  })

  it('lead to an address with the sign of their language', async () => {
    expect((await compose('approved', { language: 'am' }))?.text).toContain('Մուտք գործել՝\nhttps://')
    expect((await compose('approved', { language: 'en' }))?.text).toContain('Sign in:\nhttps://')
  })

  it('never say that choosing a plan is enough: it takes effect once paid (decision 14)', async () => {
    for (const template of ['trial_ending', 'trial_expired', 'reinstated'] as const) {
      const row = { ...ROW, status: template === 'trial_ending' ? 'active' : 'trial_expired' }
      expect((await compose(template, { language: 'en' }, row))?.text).toMatch(/choose a plan and pay for it/)
      expect((await compose(template, { language: 'am' }, row))?.text).toMatch(/ընտրեք փաթեթ և վճարեք։/)
    }
  })

  it('of an invoice name the start of the plan: time bought during the trial begins after it (H38)', async () => {
    const text = async (plan: string, language: 'am' | 'en', row: Partial<Row> = {}) =>
      (await compose(
        'invoice_issued',
        { language, parameters: { plan, reason: 'change' } },
        { ...ROW, status: 'active', ...row },
      ))!.text
    expect(await text('starter', 'en')).toContain('Your paid period begins when your free trial ends.')
    expect(await text('starter', 'am')).toContain('Վճարված ժամկետը կսկսվի անվճար փորձաշրջանի ավարտից։')
    expect(await text('prime', 'en')).toContain('Your paid period begins when your free trial ends.')
    const atOnce = [
      await text('starter', 'en', { periodStart: new Date('2026-12-01T08:00:00Z') }),
      await text('starter', 'en', { trialEndDate: new Date('2026-12-12T19:59:59Z') }),
    ]
    for (const each of atOnce) expect(each).toContain('The plan starts as soon as we receive your payment.')
  })

  it('keep an invoice number on one line, for copying into a transfer; the text part has the bare number (H36)', async () => {
    for (const language of languageSchema.options) {
      const { text, html } = (await compose(
        'invoice_issued',
        { language, parameters: { number: 'HTK-2026-000123', plan: 'prime', reason: 'change' } },
        { ...ROW, status: 'active' },
      ))!
      expect(html).toContain('<span style="white-space:nowrap">HTK-2026-000123</span>')
      expect(text).toMatch(/(^|\s)HTK-2026-000123\s/)
    }
  })

  it('say that a new password ended the sessions on all devices, including the present one (R98)', async () => {
    expect((await compose('password_changed', { language: 'en' }))!.text).toContain('signed out on every device')
    expect((await compose('password_changed', { language: 'am' }))!.text).toContain('Բոլոր սարքերում')
    for (const language of languageSchema.options)
      expect((await compose('password_changed', { language }))!.text).not.toMatch(/other device|Մյուս/)
  })

  it('a new password tells which passkeys are left, and a reset which are gone', async () => {
    const left = { parameters: { passkeys: 'Phone', passkeysGone: '' } }
    const gone = { parameters: { passkeys: '', passkeysGone: 'Phone, Tablet' } }
    expect((await compose('password_changed', { language: 'en', ...left }))!.text).toContain('still work: Phone.')
    expect((await compose('password_changed', { language: 'en', ...gone }))!.text).toContain('as well: Phone, Tablet.')
    expect((await compose('password_changed', { language: 'am', ...gone }))!.text).toContain('՝ Phone, Tablet։')
    expect((await compose('password_changed', { language: 'en', parameters: {} }))!.text).not.toContain('passkey')
  })

  it.each(['passkey_added', 'passkey_removed'] as const)(
    '%s sends staff to another administrator, because a reset keeps their passkeys (decision 55)',
    async (template) => {
      const text = async (role: string, language: 'am' | 'en') =>
        (await compose(template, { language }, { ...ROW, role }))!.text
      expect(await text('buyer', 'en')).toContain('reset your password at once, which removes all passkeys')
      expect(await text('buyer', 'am')).toContain('վերականգնեք գաղտնաբառը (դա հեռացնում է բոլոր բանալիները)')
      for (const role of ['admin', 'auditor']) {
        expect(await text(role, 'en')).toContain('tell another administrator at once and write to us at')
        expect(await text(role, 'en')).not.toContain('reset your password')
        expect(await text(role, 'am')).toContain('անմիջապես դիմեք մեկ այլ ադմինիստրատորի և գրեք մեզ՝')
        expect(await text(role, 'am')).not.toContain('վերականգնեք գաղտնաբառը')
      }
    },
  )

  it('promise sign-in after verification only if no approval is needed (R122)', async () => {
    const text = async (status: string, language: 'am' | 'en', legalStatus: string | null = 'llc') =>
      (await compose('verify_email', { language }, { ...ROW, status, legalStatus }))!.text
    expect(await text('pending', 'en')).toMatch(/You can sign in once it is approved/)
    expect(await text('pending', 'am')).toMatch(/Մուտք գործել կկարողանաք հայտի հաստատումից հետո/)
    expect(await text('active', 'en')).toMatch(/so that you can sign in\./)
    expect(await text('active', 'am')).toMatch(/որպեսզի կարողանաք մուտք գործել։/)
    // Automatically approved registrations do not wait (H21).
    expect(await text('pending', 'en', 'ngo')).toMatch(/so that you can sign in\./)
    expect(await text('pending', 'am', 'ngo')).toMatch(/որպեսզի կարողանաք մուտք գործել։/)
    expect(await text('pending', 'en', null)).toMatch(/You can sign in once it is approved/)
  })

  it('leave out the name until the address is verified: anybody can have typed both', async () => {
    const unproved = { ...ROW, emailVerified: false }
    for (const template of ['verify_email', 'verify_new_email', 'reset_password'] as const) {
      for (const language of languageSchema.options) {
        const { text, html } = (await compose(
          template,
          { language },
          template === 'verify_new_email' ? ROW : unproved,
        ))!
        for (const part of [text, html]) expect(part).not.toMatch(/Մարիամ|Կոֆե/)
        expect(text.split('\n')[0]).toBe(language === 'am' ? 'Բարև Ձեզ։' : 'Hello,')
      }
    }
  })

  it('describe the business’s state at sending, not at ordering (H22)', async () => {
    const spoken = async (status: string) => {
      const said = await Promise.all(
        MAIL_TEMPLATES.map(async (template) => ({
          template,
          written: await compose(template, {}, { ...ROW, status }),
        })),
      )
      return said.flatMap(({ template, written }) => (written && STATUS[template] !== undefined ? [template] : []))
    }
    expect(await spoken('pending')).toEqual([])
    expect(await spoken('active')).toEqual([
      'approved',
      'reinstated',
      'trial_ending',
      'day_report',
      'attention',
      'manager_invited',
    ])
    expect(await spoken('suspended')).toEqual(['suspended'])
    expect(await spoken('trial_expired')).toEqual(['reinstated', 'trial_expired', 'plan_lapsed'])
    expect(await spoken('rejected')).toEqual(['rejected'])
  })

  it('an invitation has no link for an address with an account, and none goes out once it is replaced', async () => {
    const row = { ...ROW, status: 'active' }
    const invited = (await compose('manager_invited', { language: 'en' }, row))!
    expect(invited.text).toMatch(/https:\/\/hatik\.test\/invitation\?token=\S+/)
    // Addressed to somebody whom the owner named, not to the owner.
    expect(invited.text).not.toContain(ROW.firstName)
    const taken = (await compose('manager_invited', { language: 'en' }, { ...row, isTaken: true }))!
    expect(taken.text).not.toContain('token=')
    expect(taken.text).toContain('already has a Hatik account')
    expect(await compose('manager_invited', {}, { ...row, invite: 'another' })).toBeUndefined()
  })

  it('the links of verification and reset differ, and lead to their pages', async () => {
    const link = async (template: MailTemplate) =>
      /https:\/\/hatik\.test\S*token=\S+/.exec((await compose(template))!.text)?.[0]
    expect(await link('verify_email')).toMatch(/^https:\/\/hatik\.test\/verify-email\?token=[\w-]{43}$/)
    expect(await link('reset_password')).toMatch(/^https:\/\/hatik\.test\/reset-password\?token=[\w-]{43}$/)
    expect((await link('verify_email'))?.split('=')[1]).not.toBe((await link('reset_password'))?.split('=')[1])
  })

  it('say the days that are left and the day in words', async () => {
    const subjectAt = async (endsAt: string, language: 'am' | 'en') =>
      (await compose('trial_ending', { language, parameters: { endsAt } }))!.subject
    expect(await subjectAt('2026-12-20T19:59:59Z', 'am')).toBe('Փորձաշրջանի ավարտին մնացել է 7 օր')
    expect(await subjectAt('2026-12-20T19:59:59Z', 'en')).toBe('Your trial ends in 7 days')
    expect(await subjectAt('2026-12-14T19:59:59Z', 'am')).toBe('Ձեր փորձաշրջանն ավարտվում է վաղը')
    expect(await subjectAt('2026-12-13T19:59:59Z', 'en')).toBe('Your trial ends today')
    expect(dayInWords('2026-12-20', 'am', 'until')).toBe('2026\u00a0թ. դեկտեմբերի\u00a020-\u2060ը')
    expect(dayInWords('2026-12-20', 'am', 'on')).toBe('2026\u00a0թ. դեկտեմբերի\u00a020-\u2060ին')
    expect(dayInWords('2026-12-20', 'en', 'on')).toBe('20 December 2026')
  })

  it('are not sent to erased, unknown or imported users without an address; but the farewell still arrives', async () => {
    const erased = { ...ROW, erased: true, email: 'erased-7-0b7a@hatik.invalid', firstName: '' }
    expect(await compose('password_changed', {}, erased)).toBeUndefined()
    expect(await composer(rows(undefined), mail('password_changed'))).toBeUndefined()
    expect(await compose('password_changed', {}, { ...ROW, email: 'customer@import.invalid' })).toBeUndefined()
    const farewell = await compose('account_deleted', { to: 'mariam@hatik.test', language: 'am' }, erased)
    expect(farewell).toMatchObject({ to: 'mariam@hatik.test', text: expect.stringContaining('Բարև Ձեզ։') as string })
  })

  it('remind of an unused code with its last day, without the code itself; a code used meanwhile gets none (H5)', async () => {
    const reminder = async (language: 'am' | 'en', lastDay: string | null) =>
      (await compose('redemption_waiting', { language, parameters: { redemptionId: 'a', lastDay } }))!.text
    expect(await reminder('en', '2027-01-05')).toMatch(
      /On 14 September 2026 you redeemed “Սուրճ <մեծ>” at “Կոֆե & <Տուն>”.*up to and including 5 January 2027/s,
    )
    expect(await reminder('am', '2027-01-05')).toMatch(
      /2026\sթ\. սեպտեմբերի\s14-\u2060ին.*մինչև 2027\sթ\. հունվարի\s5-\u2060ը ներառյալ/s,
    )
    expect(await reminder('en', null)).not.toContain('cancelled automatically')
    expect(await compose('redemption_waiting', { parameters: { redemptionId: 'gone', lastDay: null } })).toBeUndefined()
  })

  it('tell a business how many codes wait now, and are not sent if none does (H5)', async () => {
    const digest = async (language: 'am' | 'en', ttlDays: number | null) =>
      (await compose('redemptions_waiting', { language, parameters: { days: 90, ttlDays } }))!
    expect((await digest('en', null)).subject).toBe('3 redemption codes have not been used for a long time')
    expect((await digest('en', null)).text).not.toContain('is cancelled')
    expect((await digest('en', 180)).text).toContain('no earlier than 180 days after')
    expect((await digest('am', 180)).text).toMatch(/3 կոդ արդեն ավելի քան 90 օր.*180 օր անց/s)
    try {
      waiting = 1
      const [am, en] = [await digest('am', null), await digest('en', null)]
      expect([am.subject, en.subject]).toEqual([
        'Պարգևի մեկ կոդ երկար ժամանակ չի օգտագործվել',
        'One redemption code has not been used for a long time',
      ])
      expect(am.text).toMatch(/պարգևի մեկ կոդ.*Գնորդին հիշեցրել ենք դրա մասին\. նա կարող է/s)
      expect(en.text).toContain('We have reminded the buyer, who can keep the code')
      waiting = 0
      expect(await compose('redemptions_waiting', { parameters: { days: 90, ttlDays: null } })).toBeUndefined()
    } finally {
      waiting = 3
    }
  })
})

it.each(['am', 'en'] as const)('an administrator sees a readable name for every mail (%s; H30)', (language) => {
  expect(Object.keys(wordsOf(language).mailKinds).toSorted()).toEqual([...MAIL_TEMPLATES].toSorted())
})
