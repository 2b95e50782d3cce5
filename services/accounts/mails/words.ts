/**
 * The words of every mail, in both languages. A line is a paragraph; `button` leads to `path` of the product's own address. What
 * people have typed comes in as it is and is escaped by the layout.
 */
import type { Language } from '#contracts/session.ts'

export type MailWords = { subject: string; lines: string[]; button?: { label: string; path: string }; note?: string }

/** What the sentences may speak of. */
export type MailFacts = {
  businessName: string
  reason: string
  /** A day in Yerevan, in the mail's language and in the case that the sentence needs. */
  untilDay: string
  onDay: string
  daysLeft: number
  support: string
  /** The path with its token, where the template has one. */
  linkPath: string
  role: string
  status: string
  /** Who of the support: a number, as everywhere where the business sees it. */
  adminId: string
  /** The moment at which it began, in Yerevan and in the mail's language. */
  startedAt: string
  /** A bill: its number, what it is for and how much. '' where there is none. */
  invoiceNumber: string
  plan: string
  cycle: string
  amount: string
}

export const MAIL_TEMPLATES = [
  'verify_email',
  'verify_new_email',
  'email_change',
  'reset_password',
  'password_changed',
  'registration_received',
  'approved',
  'rejected',
  'suspended',
  'reinstated',
  'trial_ending',
  'trial_expired',
  'invoice_issued',
  'plan_lapsed',
  'account_deleted',
  'visit_started',
] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

type Writer = (facts: MailFacts) => MailWords

const CYCLES: Record<Language, Record<string, string>> = { am: { monthly: 'մեկ ամիս', yearly: 'մեկ տարի' }, en: { monthly: 'one month', yearly: 'one year' } }

const ARMENIAN: Record<MailTemplate, Writer> = {
  verify_email: ({ linkPath }) => ({
    subject: 'Հաստատեք Ձեր էլ. հասցեն',
    lines: ['Շնորհակալ ենք, որ գրանցվել եք Հատիկում։', 'Հաստատեք Ձեր էլ. հասցեն, որպեսզի կարողանաք մուտք գործել։'],
    button: { label: 'Հաստատել հասցեն', path: linkPath },
    note: 'Հղումը գործում է 24 ժամ։ Եթե Դուք չեք գրանցվել, պարզապես անտեսեք այս նամակը։',
  }),
  verify_new_email: ({ linkPath }) => ({
    subject: 'Հաստատեք նոր էլ. հասցեն',
    lines: ['Հատիկի Ձեր հաշվում նշվել է այս նոր էլ. հասցեն։', 'Մինչև այն չհաստատեք, ուժի մեջ է մնում նախկին հասցեն։'],
    button: { label: 'Հաստատել նոր հասցեն', path: linkPath },
    note: 'Հղումը գործում է 24 ժամ։ Եթե Դուք դա չեք խնդրել, պարզապես անտեսեք այս նամակը։',
  }),
  email_change: ({ support }) => ({
    subject: 'Ձեր հաշվում նշվել է նոր էլ. հասցե',
    lines: ['Հատիկի Ձեր հաշվում նշվել է նոր էլ. հասցե։ Այն կփոխարինի այս հասցեին միայն այն բանից հետո, երբ հաստատվի։'],
    note: `Եթե դա Դուք չեք արել, անմիջապես փոխեք գաղտնաբառը և գրեք մեզ՝ ${support}։`,
  }),
  reset_password: ({ linkPath }) => ({
    subject: 'Գաղտնաբառի վերականգնում',
    lines: ['Ստացել ենք Ձեր հաշվի գաղտնաբառը վերականգնելու խնդրանք։', 'Նոր գաղտնաբառ սահմանելու համար սեղմեք կոճակը։'],
    button: { label: 'Սահմանել նոր գաղտնաբառ', path: linkPath },
    note: 'Հղումը գործում է մեկ ժամ և միայն մեկ անգամ։ Եթե դա Դուք չեք խնդրել, ոչինչ անել պետք չէ. Ձեր գաղտնաբառը մնում է նույնը։',
  }),
  password_changed: ({ support }) => ({
    subject: 'Ձեր գաղտնաբառը փոխվել է',
    lines: ['Հատիկի Ձեր հաշվի գաղտնաբառը հենց նոր փոխվել է։ Մյուս բոլոր սարքերում Դուք այլևս մուտք գործած չեք։'],
    note: `Եթե դա Դուք չեք արել, անմիջապես վերականգնեք գաղտնաբառը և գրեք մեզ՝ ${support}։`,
  }),
  registration_received: ({ businessName }) => ({
    subject: 'Ձեր գրանցման հայտն ընդունված է',
    lines: [
      `Շնորհակալ ենք «${businessName}» բիզնեսը գրանցելու համար։`,
      'Ձեր էլ. հասցեն հաստատված է, իսկ հայտն այժմ ուսումնասիրվում է։ Դա սովորաբար տևում է մոտ 24 ժամ։',
      'Որոշման մասին կգրենք այս հասցեին։',
    ],
  }),
  approved: ({ businessName, untilDay }) => ({
    subject: 'Ձեր բիզնեսը հաստատված է',
    lines: [
      `Շնորհավորում ենք. «${businessName}» բիզնեսն այժմ Հատիկում է։`,
      `Մեկամսյա անվճար փորձաշրջանը սկսվել է և կտևի մինչև ${untilDay}։`,
      'Առաջին քայլը՝ ավելացրեք պարգև, որը գնորդները կստանան միավորներով։',
    ],
    button: { label: 'Մուտք գործել', path: '/auth' },
  }),
  rejected: ({ businessName, reason, support }) => ({
    subject: 'Ձեր գրանցման հայտը չի հաստատվել',
    lines: [`Ցավոք, «${businessName}» բիզնեսի գրանցման հայտը չի հաստատվել։`, `Պատճառը՝ ${reason}`],
    note: `Հարցեր ունենալու դեպքում գրեք մեզ՝ ${support}։ Հայտում նշված տվյալները կջնջվեն 30 օր հետո։`,
  }),
  suspended: ({ businessName, reason, support }) => ({
    subject: 'Ձեր բիզնեսի հաշիվը կասեցված է',
    lines: [
      `«${businessName}» բիզնեսի հաշիվը կասեցվել է։`,
      `Պատճառը՝ ${reason}`,
      'Այս ընթացքում հնարավոր չէ միավոր շնորհել և պարգև տալ։ Գնորդների միավորները պահպանվում են։',
    ],
    note: `Խնդրում ենք դիմել ադմինիստրատորին՝ ${support}։`,
  }),
  reinstated: ({ businessName, status }) => ({
    subject: 'Ձեր բիզնեսի հաշիվը վերականգնված է',
    lines:
      status === 'active'
        ? [`«${businessName}» բիզնեսի հաշիվը վերականգնվել է. կրկին կարող եք միավոր շնորհել և պարգև տալ։`]
        : [`«${businessName}» բիզնեսի հաշվի կասեցումը հանվել է։`, 'Այդ ընթացքում ժամկետն ավարտվել է, ուստի շարունակելու համար ընտրեք փաթեթ։'],
    button: status === 'active' ? { label: 'Մուտք գործել', path: '/auth' } : { label: 'Ընտրել փաթեթ', path: '/billing' },
  }),
  trial_ending: ({ businessName, onDay, daysLeft }) => ({
    subject: daysLeft > 1 ? `Փորձաշրջանի ավարտին մնացել է ${daysLeft} օր` : daysLeft === 1 ? 'Ձեր փորձաշրջանն ավարտվում է վաղը' : 'Ձեր փորձաշրջանն ավարտվում է այսօր',
    lines: [`«${businessName}» բիզնեսի անվճար փորձաշրջանն ավարտվում է ${onDay}։`, 'Որպեսզի առանց ընդհատման շարունակեք միավոր շնորհել, նախապես ընտրեք փաթեթ։'],
    button: { label: 'Ընտրել փաթեթ', path: '/billing' },
  }),
  trial_expired: ({ businessName }) => ({
    subject: 'Ձեր փորձաշրջանն ավարտվել է',
    lines: [
      `«${businessName}» բիզնեսի անվճար փորձաշրջանն ավարտվել է։`,
      'Գնորդների միավորներն ու Ձեր պարգևները պահպանված են և կրկին հասանելի կլինեն, հենց որ ընտրեք փաթեթ։',
    ],
    button: { label: 'Ընտրել փաթեթ', path: '/billing' },
  }),
  invoice_issued: ({ businessName, invoiceNumber, plan, cycle, amount, untilDay, reason }) => ({
    subject: `Նոր վճարման հաշիվ՝ ${invoiceNumber}`,
    lines: [
      `«${businessName}» բիզնեսի համար դուրս է գրվել ${invoiceNumber} հաշիվը։`,
      `Փաթեթը՝ ${plan}, ${CYCLES.am[cycle] ?? ''}\nԳումարը՝ ${amount}\nՎճարել մինչև՝ ${untilDay}`,
      reason === 'renewal'
        ? 'Հաշիվը հաջորդ շրջանի համար է։ Եթե այն ժամանակին վճարվի, Ձեր փաթեթը կշարունակվի առանց ընդհատման։'
        : 'Փաթեթը կգործի, հենց որ ստանանք վճարումը։',
      'Վճարման տվյալներն ու հաշվի PDF տարբերակը Ձեր վահանակում են։',
    ],
    button: { label: 'Բացել հաշիվը', path: '/billing' },
  }),
  plan_lapsed: ({ businessName, plan, onDay, invoiceNumber }) => ({
    subject: 'Ձեր վճարված շրջանն ավարտվել է',
    lines: [
      `«${businessName}» բիզնեսի ${plan} փաթեթի վճարված շրջանն ավարտվել է ${onDay}։ Առայժմ միավոր շնորհել և պարգև հանձնել հնարավոր չէ։`,
      'Գնորդների միավորներն ու Ձեր պարգևները պահպանված են։',
      invoiceNumber ? `Դրանք կրկին հասանելի կլինեն, հենց որ վճարվի ${invoiceNumber} հաշիվը։` : 'Դրանք կրկին հասանելի կլինեն, հենց որ ընտրեք փաթեթ և վճարեք։',
    ],
    button: { label: invoiceNumber ? 'Բացել հաշիվը' : 'Ընտրել փաթեթ', path: '/billing' },
  }),
  account_deleted: ({ role, support }) => ({
    subject: 'Ձեր հաշիվը ջնջվել է',
    lines:
      role === 'business'
        ? ['Հատիկի Ձեր բիզնես հաշիվը ջնջվել է։', 'Չօգտագործված պարգևի կոդերը չեղարկվել են, իսկ դրանց միավորները վերադարձվել են գնորդներին։ Ձեր անձնական տվյալները հեռացված են։']
        : ['Հատիկի Ձեր հաշիվը ջնջվել է։', 'Ձեր անձնական տվյալները հեռացված են, միավորների մնացորդները՝ փակված։'],
    note: `Եթե դա Դուք չեք արել, գրեք մեզ՝ ${support}։`,
  }),
  visit_started: ({ businessName, adminId, startedAt, reason, support }) => ({
    subject: 'Աջակցության այց Ձեր բիզնեսում',
    lines: [
      `Հատիկի աջակցությունը մուտք է գործել «${businessName}» բիզնեսի վահանակ։`,
      `Ով՝ ադմինիստրատոր N ${adminId}\nԵրբ՝ ${startedAt}\nՊատճառը՝ ${reason}\nՌեժիմը՝ միայն դիտում, առավելագույնը 30 րոպե`,
      'Եթե այցի ընթացքում ադմինիստրատորն անցնի գործողության, վահանակում կտեսնեք յուրաքանչյուր քայլը։ Գաղտնաբառը, էլ. հասցեն, հաշվի ջնջումն ու վճարումները նրա համար միշտ փակ են։',
    ],
    button: { label: 'Բացել վահանակը', path: '/dashboard' },
    note: `Եթե այս այցը Ձեզ անսպասելի է, գրեք մեզ՝ ${support}։`,
  }),
}

const ENGLISH: Record<MailTemplate, Writer> = {
  verify_email: ({ linkPath }) => ({
    subject: 'Please verify your e-mail address',
    lines: ['Thank you for signing up to Hatik.', 'Verify your e-mail address, so that you can sign in.'],
    button: { label: 'Verify my address', path: linkPath },
    note: 'The link works for 24 hours. If you have not signed up, simply ignore this e-mail.',
  }),
  verify_new_email: ({ linkPath }) => ({
    subject: 'Please verify your new e-mail address',
    lines: ['This address was given as the new one of your Hatik account.', 'Until you verify it, the old address remains in force.'],
    button: { label: 'Verify my new address', path: linkPath },
    note: 'The link works for 24 hours. If you have not asked for it, simply ignore this e-mail.',
  }),
  email_change: ({ support }) => ({
    subject: 'A new e-mail address was given for your account',
    lines: ['A new e-mail address was given for your Hatik account. It will replace this one only once it is verified.'],
    note: `If this was not you, change your password at once and write to us at ${support}.`,
  }),
  reset_password: ({ linkPath }) => ({
    subject: 'Reset your password',
    lines: ['We were asked to reset the password of your account.', 'Press the button to set a new one.'],
    button: { label: 'Set a new password', path: linkPath },
    note: 'The link works for one hour, and once. If you have not asked for it, there is nothing to do: your password stays as it is.',
  }),
  password_changed: ({ support }) => ({
    subject: 'Your password was changed',
    lines: ['The password of your Hatik account has just been changed. You are no longer signed in on any other device.'],
    note: `If this was not you, reset your password at once and write to us at ${support}.`,
  }),
  registration_received: ({ businessName }) => ({
    subject: 'We have received your registration',
    lines: [
      `Thank you for registering “${businessName}”.`,
      'Your e-mail address is verified, and we are now looking at your registration. It usually takes about 24 hours.',
      'We will write to this address as soon as it is decided.',
    ],
  }),
  approved: ({ businessName, untilDay }) => ({
    subject: 'Your business is approved',
    lines: [
      `Congratulations: “${businessName}” is now part of Hatik.`,
      `Your free trial of one month has begun and lasts until ${untilDay}.`,
      'As a first step, add a perk that your customers can redeem with their points.',
    ],
    button: { label: 'Sign in', path: '/auth' },
  }),
  rejected: ({ businessName, reason, support }) => ({
    subject: 'Your registration was not accepted',
    lines: [`We are sorry: the registration of “${businessName}” was not accepted.`, `The reason: ${reason}`],
    note: `If you have questions, write to us at ${support}. What you sent us will be deleted after 30 days.`,
  }),
  suspended: ({ businessName, reason, support }) => ({
    subject: 'Your business account is suspended',
    lines: [
      `The account of “${businessName}” has been suspended.`,
      `The reason: ${reason}`,
      'Meanwhile no points can be awarded and no perks given. The points of your customers are kept.',
    ],
    note: `Please contact the administrator at ${support}.`,
  }),
  reinstated: ({ businessName, status }) => ({
    subject: 'Your business account is reinstated',
    lines:
      status === 'active'
        ? [`The account of “${businessName}” has been reinstated: you can award points and give perks again.`]
        : [`The suspension of “${businessName}” has been lifted.`, 'Your time has run out meanwhile. Choose a plan to go on.'],
    button: status === 'active' ? { label: 'Sign in', path: '/auth' } : { label: 'Choose a plan', path: '/billing' },
  }),
  trial_ending: ({ businessName, onDay, daysLeft }) => ({
    subject: daysLeft > 1 ? `Your trial ends in ${daysLeft} days` : daysLeft === 1 ? 'Your trial ends tomorrow' : 'Your trial ends today',
    lines: [`The free trial of “${businessName}” ends on ${onDay}.`, 'Choose a plan before then, and you can go on awarding points without a break.'],
    button: { label: 'Choose a plan', path: '/billing' },
  }),
  trial_expired: ({ businessName }) => ({
    subject: 'Your trial has expired',
    lines: [`The free trial of “${businessName}” has ended.`, 'The points of your customers and your perks are kept. They are back as soon as you choose a plan.'],
    button: { label: 'Choose a plan', path: '/billing' },
  }),
  invoice_issued: ({ businessName, invoiceNumber, plan, cycle, amount, untilDay, reason }) => ({
    subject: `Your new invoice: ${invoiceNumber}`,
    lines: [
      `Invoice ${invoiceNumber} was issued to “${businessName}”.`,
      `Plan: ${plan}, ${CYCLES.en[cycle] ?? ''}\nAmount: ${amount}\nTo be paid by: ${untilDay}`,
      reason === 'renewal' ? 'It is for your next period. Paid in time, your plan goes on without a break.' : 'The plan holds as soon as we have received the payment.',
      'How to pay, and the invoice as a PDF, can be found in your dashboard.',
    ],
    button: { label: 'Open the invoice', path: '/billing' },
  }),
  plan_lapsed: ({ businessName, plan, onDay, invoiceNumber }) => ({
    subject: 'Your paid period has ended',
    lines: [
      `The paid period of “${businessName}” on the ${plan} plan ended on ${onDay}. Until further notice no points can be awarded and no perks given.`,
      'The points of your customers and your perks are kept.',
      invoiceNumber ? `They are back as soon as invoice ${invoiceNumber} is paid.` : 'They are back as soon as you choose a plan and pay for it.',
    ],
    button: { label: invoiceNumber ? 'Open the invoice' : 'Choose a plan', path: '/billing' },
  }),
  account_deleted: ({ role, support }) => ({
    subject: 'Your account was deleted',
    lines:
      role === 'business'
        ? ['Your business account at Hatik was deleted.', 'Redemption codes that had not been used were cancelled and their points given back. Your personal data has been removed.']
        : ['Your Hatik account was deleted.', 'Your personal data has been removed, and your points balances are closed.'],
    note: `If this was not you, write to us at ${support}.`,
  }),
  visit_started: ({ businessName, adminId, startedAt, reason, support }) => ({
    subject: 'Our support is visiting your business',
    lines: [
      `Hatik's support has opened the dashboard of “${businessName}”.`,
      `Who: administrator no. ${adminId}\nWhen: ${startedAt}\nReason: ${reason}\nMode: looking only, for 30 minutes at most`,
      'Should the administrator go on to act for you, your dashboard shows every step. Password, e-mail address, deletion and billing always stay closed to them.',
    ],
    button: { label: 'Open the dashboard', path: '/dashboard' },
    note: `If you did not expect this visit, write to us at ${support}.`,
  }),
}

export const MAIL_WORDS: Record<Language, Record<MailTemplate, Writer>> = { am: ARMENIAN, en: ENGLISH }

export const GREETINGS: Record<Language, (firstName: string) => string> = {
  am: (firstName) => (firstName ? `Բարև, ${firstName}։` : 'Բարև Ձեզ։'),
  en: (firstName) => (firstName ? `Hello ${firstName},` : 'Hello,'),
}

export const FOOTERS: Record<Language, { sign: string; automatic: string; linkHint: string }> = {
  am: { sign: 'Հատիկ', automatic: 'Այս նամակն ուղարկվել է ինքնաշխատ կերպով։', linkHint: 'Եթե կոճակը չի աշխատում, բացեք այս հասցեն՝' },
  en: { sign: 'Hatik', automatic: 'This e-mail was sent automatically.', linkHint: 'If the button does not work, open this address:' },
}

const MONTHS: Record<Language, readonly string[]> = {
  am: ['հունվարի', 'փետրվարի', 'մարտի', 'ապրիլի', 'մայիսի', 'հունիսի', 'հուլիսի', 'օգոստոսի', 'սեպտեմբերի', 'հոկտեմբերի', 'նոյեմբերի', 'դեկտեմբերի'],
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
}

/** A day of Yerevan's calendar ('YYYY-MM-DD') in a sentence; Armenian needs the article or the case at its end. */
export function dayInWords(day: string, language: Language, sense: 'until' | 'on'): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const name = MONTHS[language][month - 1]
  if (language === 'en') return `${dayOfMonth} ${name} ${year}`
  return `${year} թ. ${name} ${dayOfMonth}-${sense === 'until' ? 'ը' : 'ին'}`
}
