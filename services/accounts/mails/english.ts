/**
 * All mails in English. A line is a paragraph, and `button` opens `path` on the site. Text from users is inserted raw;
 * the layout escapes it.
 */
import type { MailTemplate, Writer } from './templates.ts'

const CYCLES: Record<string, string> = { monthly: 'one month', yearly: 'one year' }

/** Signs in first if needed. */
const TO_BILLING = '/auth?to=/billing'
const toPay = (invoiceNumber: string) => ({
  label: invoiceNumber ? 'Open the invoice' : 'Choose a plan',
  path: TO_BILLING,
})
const whenBack = (invoiceNumber: string): string =>
  invoiceNumber
    ? `They can be used again as soon as invoice ${invoiceNumber} is paid.`
    : 'They can be used again as soon as you choose a plan and pay for it.'

export const ENGLISH: Record<MailTemplate, Writer> = {
  verify_email: ({ linkPath, isRegistering }) => ({
    subject: 'Please verify your e-mail address',
    lines: isRegistering
      ? [
          'Thank you for registering your business with Hatik.',
          'Verify your e-mail address, so that we can decide about your registration. You can sign in once it is accepted: we will write to this address.',
        ]
      : ['Thank you for signing up to Hatik.', 'Verify your e-mail address, so that you can sign in.'],
    button: { label: 'Verify my address', path: linkPath },
    note: 'The link works for 24 hours. If you have not signed up, simply ignore this e-mail.',
  }),
  verify_new_email: ({ linkPath }) => ({
    subject: 'Please verify your new e-mail address',
    lines: [
      'This address was given as the new one of your Hatik account.',
      'Until you verify it, the old address remains in force.',
    ],
    button: { label: 'Verify my new address', path: linkPath },
    note: 'The link works for 24 hours. If you have not asked for it, simply ignore this e-mail.',
  }),
  email_change: ({ support }) => ({
    subject: 'A new e-mail address was given for your account',
    lines: [
      'A new e-mail address was given for your Hatik account. It will replace this one only once it is verified.',
    ],
    note: `If this was not you, change your password at once and write to us at ${support}.`,
  }),
  reset_password: ({ linkPath }) => ({
    subject: 'Reset your password',
    lines: [
      'We were asked to reset the password of your account.',
      'Press the button to set a new one. If you remember your password, you can sign in with it there as well.',
    ],
    button: { label: 'Set a new password', path: linkPath },
    note: 'The link works for one hour, and once. If you have not asked for it, there is nothing to do: your password stays as it is.',
  }),
  password_changed: ({ support }) => ({
    subject: 'Your password was changed',
    lines: [
      'The password of your Hatik account has just been changed. You are signed out on every device on which you were signed in with the old one.',
    ],
    note: `If this was not you, reset your password at once and write to us at ${support}.`,
  }),
  new_device: ({ startedAt, device, support }) => ({
    subject: 'A new sign-in to your account',
    lines: [
      'Someone has signed in to your Hatik account on a device that has not been used for it before.',
      `When: ${startedAt}${device && `\nDevice: ${device}`}`,
      'If this was you, there is nothing to do.',
    ],
    button: { label: 'See my sign-ins', path: '/edit-profile' },
    note: `If this was not you, change your password at once and write to us at ${support}.`,
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
      'As a first step, add a perk that buyers can redeem with their points.',
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
      'Meanwhile no points can be awarded and no perks given. The points of your buyers are kept.',
    ],
    note: `Please contact the administrator at ${support}.`,
  }),
  reinstated: ({ businessName, status, invoiceNumber }) => ({
    subject: 'Your business account is reinstated',
    lines:
      status === 'active'
        ? [`The account of “${businessName}” has been reinstated: you can award points and give perks again.`]
        : [
            `The suspension of “${businessName}” has been lifted.`,
            invoiceNumber
              ? `Your trial or paid period has ended in the meantime. You can go on as soon as invoice ${invoiceNumber} is paid.`
              : 'Your trial or paid period has ended in the meantime. To go on, choose a plan and pay for it.',
          ],
    button: status === 'active' ? { label: 'Sign in', path: '/auth' } : toPay(invoiceNumber),
  }),
  trial_ending: ({ businessName, onDay, daysLeft, invoiceNumber }) => ({
    subject:
      daysLeft > 1
        ? `Your trial ends in ${daysLeft} days`
        : daysLeft === 1
          ? 'Your trial ends tomorrow'
          : 'Your trial ends today',
    lines: [
      `The free trial of “${businessName}” ends on ${onDay}.`,
      invoiceNumber
        ? `To go on awarding points without a break, pay invoice ${invoiceNumber} before then. What counts is the day on which we receive the payment.`
        : 'To go on awarding points without a break, choose a plan and pay for it before then. What counts is the day on which we receive the payment.',
    ],
    button: toPay(invoiceNumber),
  }),
  trial_expired: ({ businessName, invoiceNumber }) => ({
    subject: 'Your trial has expired',
    lines: [
      `The free trial of “${businessName}” has ended.`,
      'The points of your buyers and your perks are kept.',
      whenBack(invoiceNumber),
    ],
    button: toPay(invoiceNumber),
  }),
  invoice_issued: ({ businessName, invoiceNumber, plan, cycle, amount, untilDay, reason, beginsAfterTrial }) => ({
    subject: `Your new invoice: ${invoiceNumber}`,
    lines: [
      `Invoice ${invoiceNumber} was issued to “${businessName}”.`,
      `Plan: ${plan}, ${CYCLES[cycle] ?? ''}\nAmount: ${amount}\nTo be paid by: ${untilDay}`,
      reason === 'renewal'
        ? 'It is for your next period. Paid in time, your plan goes on without a break.'
        : beginsAfterTrial
          ? 'The paid time begins when your free trial ends.'
          : 'The plan starts as soon as we have received the payment.',
      'How to pay, and the invoice as a PDF, can be found in your dashboard.',
    ],
    button: { label: 'Open the invoice', path: TO_BILLING },
  }),
  invoice_withdrawn: ({ businessName, invoiceNumber, plan, support }) => ({
    subject: `Invoice ${invoiceNumber} is no longer valid`,
    lines: [
      `Invoice ${invoiceNumber} for moving “${businessName}” to the ${plan} plan was not paid in time and has been withdrawn. Please do not pay it any more.`,
      'If you still want the plan, choose it again: you get a new invoice. Any unused part of a period that is still running then will be deducted.',
    ],
    button: { label: 'Choose a plan', path: TO_BILLING },
    note: `If you have already transferred the amount, write to us at ${support}.`,
  }),
  plan_lapsed: ({ businessName, plan, onDay, invoiceNumber }) => ({
    subject: 'Your paid period has ended',
    lines: [
      `The paid period of “${businessName}” on the ${plan} plan ended on ${onDay}. Until further notice no points can be awarded and no perks given.`,
      'The points of your buyers and your perks are kept.',
      whenBack(invoiceNumber),
    ],
    button: toPay(invoiceNumber),
  }),
  account_deleted: ({ role, support }) => ({
    subject: 'Your account was deleted',
    lines:
      role === 'business'
        ? [
            'Your business account at Hatik was deleted.',
            'Redemption codes that had not been used were cancelled and their points given back. Your personal data has been removed.',
          ]
        : [
            'Your Hatik account was deleted.',
            'Your personal data has been removed, and your points balances are closed.',
          ],
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
  redemption_waiting: ({ perkName, perkBusiness, sinceDay, lastDay, takesPart }) => ({
    subject: 'A perk of yours is still waiting',
    lines: [
      `On ${sinceDay} you redeemed “${perkName}” at “${perkBusiness}”, and its code has not been used yet.`,
      takesPart
        ? 'To get the perk, show the code at the business. If you no longer want it, cancel the code in your dashboard, and its points come back to you.'
        : 'The business is temporarily not taking part, so it cannot take the code at the moment. You can keep the code until it takes part again, or cancel it in your dashboard, and its points come back to you.',
      ...(lastDay
        ? [
            `The code is valid up to and including ${lastDay}. After that it is cancelled automatically, and its points come back to you.`,
          ]
        : []),
    ],
    button: { label: 'Open my codes', path: '/dashboard' },
  }),
  redemptions_waiting: ({ businessName, codes, days, ttlDays, takesPart }) => ({
    subject:
      codes === 1
        ? 'One redemption code has not been used for a long time'
        : `${codes} redemption codes have not been used for a long time`,
    lines: [
      codes === 1
        ? `One redemption code at “${businessName}” has not been used for more than ${days} days.`
        : `${codes} redemption codes at “${businessName}” have not been used for more than ${days} days.`,
      takesPart
        ? codes === 1
          ? 'We have reminded the buyer, who can use the code, or cancel it and have the points back. There is nothing that you have to do.'
          : 'We have reminded the buyers: they can use their codes, or cancel them and have their points back. There is nothing that you have to do.'
        : codes === 1
          ? 'We have reminded the buyer, who can keep the code until you take part again, or cancel it and have the points back.'
          : 'We have reminded the buyers: they can keep their codes until you take part again, or cancel them and have their points back.',
      ...(ttlDays
        ? [
            `An unused code is cancelled ${ttlDays} days after it was redeemed, at the earliest, and its points go back to the buyer.`,
          ]
        : []),
    ],
    button: { label: 'Open the dashboard', path: '/dashboard' },
  }),
}
