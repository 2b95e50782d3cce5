/**
 * All mails in English. A line is a paragraph, and `button` opens `path` on the site. Text from users is inserted raw;
 * the layout escapes it.
 */
import { NOTE_TO_STAFF, SECOND_FACTOR_MAILS } from './second-factor-mails.ts'
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

/** Nothing for a kind without remarks. */
const line = (kind: string, count: number): string[] => (count > 0 ? [`${kind}: ${count}`] : [])

/** A reset by email removes the passkeys of everybody but staff (decision 55). */
const notMyPasskey = (isStaff: boolean, support: string) =>
  isStaff
    ? NOTE_TO_STAFF.en(support)
    : `If this was not you, reset your password at once, which removes all passkeys, and write to us at ${support}.`

export const ENGLISH: Record<MailTemplate, Writer> = {
  ...SECOND_FACTOR_MAILS.en,
  verify_email: ({ linkPath, isRegistering }) => ({
    subject: 'Please verify your email address',
    lines: isRegistering
      ? [
          'Thank you for registering your business with Hatik.',
          'Please verify your email address so that we can review your registration. You can sign in once it is approved: we will write to this address.',
        ]
      : ['Thank you for signing up to Hatik.', 'Please verify your email address so that you can sign in.'],
    button: { label: 'Verify my address', path: linkPath },
    note: 'The link works for 24 hours. If you did not sign up, simply ignore this email.',
  }),
  verify_new_email: ({ linkPath }) => ({
    subject: 'Please verify your new email address',
    lines: [
      'This address was entered as the new address for your Hatik account.',
      'Your old address stays in use until you verify this one.',
    ],
    button: { label: 'Verify my new address', path: linkPath },
    note: 'The link works for 24 hours. If you did not ask for it, simply ignore this email.',
  }),
  email_change: ({ support }) => ({
    subject: 'A new email address was entered for your account',
    lines: ['A new email address was entered for your Hatik account. It will replace this one once it is verified.'],
    note: `If this was not you, change your password at once and write to us at ${support}.`,
  }),
  reset_password: ({ linkPath }) => ({
    subject: 'Reset your password',
    lines: [
      'We were asked to reset the password for your account.',
      'Use the button to set a new one. If you remember your password, you can also sign in with it there.',
    ],
    button: { label: 'Set a new password', path: linkPath },
    note: 'The link works once, within one hour. If you did not ask for it, you can ignore this email: your password stays the same.',
  }),
  password_changed: ({ support, passkeys, passkeysGone }) => ({
    subject: 'Your password was changed',
    lines: [
      'The password for your Hatik account has just been changed. You have been signed out on every device where you used the old one.',
      ...(passkeysGone
        ? [`Your passkeys were removed as well: ${passkeysGone}. Sign in with the new password to add them again.`]
        : []),
      ...(passkeys ? [`Your passkeys still work: ${passkeys}. If one of them is not yours, remove it.`] : []),
    ],
    note: `If this was not you, reset your password at once and write to us at ${support}.`,
  }),
  new_device: ({ startedAt, device, support }) => ({
    subject: 'A new sign-in to your account',
    lines: [
      'Someone signed in to your Hatik account on a device that has not been used with it before.',
      `When: ${startedAt}${device && `\nDevice: ${device}`}`,
      'If this was you, you can ignore this email.',
    ],
    button: { label: 'See my sign-ins', path: '/edit-profile' },
    note: `If this was not you, change your password at once and write to us at ${support}.`,
  }),
  passkey_added: ({ passkeys, startedAt, device, support, isStaff }) => ({
    subject: 'A passkey was added to your account',
    lines: [
      `You can now sign in to your Hatik account with the passkey “${passkeys}”, without your password.`,
      `When: ${startedAt}${device && `\nDevice: ${device}`}`,
      'If this was you, you can ignore this email.',
    ],
    button: { label: 'See my passkeys', path: '/edit-profile' },
    note: notMyPasskey(isStaff, support),
  }),
  passkey_removed: ({ passkeys, startedAt, support, isStaff }) => ({
    subject: 'A passkey was removed from your account',
    lines: [
      `The passkey “${passkeys}” no longer signs in to your Hatik account.`,
      `When: ${startedAt}`,
      'If this was you, you can ignore this email. You may also delete the passkey on your device.',
    ],
    button: { label: 'See my passkeys', path: '/edit-profile' },
    note: notMyPasskey(isStaff, support),
  }),
  registration_received: ({ businessName }) => ({
    subject: 'We have received your registration',
    lines: [
      `Thank you for registering “${businessName}”.`,
      'Your email address is verified, and we are now reviewing your registration. This usually takes about 24 hours.',
      'We will write to this address as soon as we have decided.',
    ],
  }),
  approved: ({ businessName, untilDay }) => ({
    subject: 'Your business is approved',
    lines: [
      `Congratulations: “${businessName}” is now part of Hatik.`,
      `Your free one-month trial has started and lasts until ${untilDay}.`,
      'As a first step, add a perk that buyers can redeem with their points.',
    ],
    button: { label: 'Sign in', path: '/auth' },
  }),
  rejected: ({ businessName, reason, support }) => ({
    subject: 'Your registration was not accepted',
    lines: [`We are sorry: the registration of “${businessName}” was not accepted.`, `Reason: ${reason}`],
    note: `If you have questions, write to us at ${support}. What you sent us will be deleted after 30 days.`,
  }),
  suspended: ({ businessName, reason, support }) => ({
    subject: 'Your business account is suspended',
    lines: [
      `The account of “${businessName}” has been suspended.`,
      `Reason: ${reason}`,
      "Until it is reinstated, no points can be awarded and no perks handed over. Your buyers' points are safe.",
    ],
    note: `Please contact the administrator at ${support}.`,
  }),
  reinstated: ({ businessName, status, invoiceNumber }) => ({
    subject: 'Your business account is reinstated',
    lines:
      status === 'active'
        ? [`The account of “${businessName}” has been reinstated: you can award points and hand over perks again.`]
        : [
            `The suspension of “${businessName}” has been lifted.`,
            invoiceNumber
              ? `Your trial or paid period has ended in the meantime. You can continue as soon as invoice ${invoiceNumber} is paid.`
              : 'Your trial or paid period has ended in the meantime. To continue, choose a plan and pay for it.',
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
        ? `To keep awarding points without a break, pay invoice ${invoiceNumber} before then. What counts is the day we receive the payment.`
        : 'To keep awarding points without a break, choose a plan and pay for it before then. What counts is the day we receive the payment.',
    ],
    button: toPay(invoiceNumber),
  }),
  trial_expired: ({ businessName, invoiceNumber }) => ({
    subject: 'Your trial has expired',
    lines: [
      `The free trial of “${businessName}” has ended.`,
      "Your buyers' points and your perks are safe.",
      whenBack(invoiceNumber),
    ],
    button: toPay(invoiceNumber),
  }),
  invoice_issued: ({ businessName, invoiceNumber, plan, cycle, amount, untilDay, reason, beginsAfterTrial }) => ({
    subject: `Your new invoice: ${invoiceNumber}`,
    lines: [
      `We have issued invoice ${invoiceNumber} to “${businessName}”.`,
      `Plan: ${plan}, ${CYCLES[cycle] ?? ''}\nAmount: ${amount}\nDue by: ${untilDay}`,
      reason === 'renewal'
        ? 'It covers your next period. If you pay in time, your plan continues without a break.'
        : beginsAfterTrial
          ? 'Your paid period begins when your free trial ends.'
          : 'The plan starts as soon as we receive your payment.',
      'You will find the payment details and the invoice as a PDF in your dashboard.',
    ],
    button: { label: 'Open the invoice', path: TO_BILLING },
  }),
  invoice_withdrawn: ({ businessName, invoiceNumber, plan, support }) => ({
    subject: `Invoice ${invoiceNumber} is no longer valid`,
    lines: [
      `Invoice ${invoiceNumber} for moving “${businessName}” to the ${plan} plan was not paid in time and has been withdrawn. Please do not pay it.`,
      'If you still want the plan, choose it again and you will get a new invoice, less the unused part of any period still running then.',
    ],
    button: { label: 'Choose a plan', path: TO_BILLING },
    note: `If you have already transferred the amount, write to us at ${support}.`,
  }),
  plan_lapsed: ({ businessName, plan, onDay, invoiceNumber }) => ({
    subject: 'Your paid period has ended',
    lines: [
      `The paid period of “${businessName}” on the ${plan} plan ended on ${onDay}. Until you pay again, no points can be awarded and no perks handed over.`,
      "Your buyers' points and your perks are safe.",
      whenBack(invoiceNumber),
    ],
    button: toPay(invoiceNumber),
  }),
  account_deleted: ({ role, support }) => ({
    subject: 'Your account has been deleted',
    lines:
      role === 'business'
        ? [
            'Your Hatik business account has been deleted.',
            'Unused redemption codes were cancelled and their points returned to the buyers. Your personal data has been removed.',
          ]
        : [
            'Your Hatik account has been deleted.',
            role === 'manager'
              ? 'Your personal data has been removed, and you can no longer sign in to the business.'
              : 'Your personal data has been removed and your points balances are closed.',
          ],
    note: `If this was not you, write to us at ${support}.`,
  }),
  visit_started: ({ businessName, adminId, startedAt, reason, support }) => ({
    subject: 'Our support is visiting your business',
    lines: [
      `Hatik's support has opened the dashboard of “${businessName}”.`,
      `Who: administrator no. ${adminId}\nWhen: ${startedAt}\nReason: ${reason}\nMode: view only, for 30 minutes at most`,
      'If the administrator starts acting for you, your dashboard shows every step. Your password, email address, billing and account deletion always stay closed to them.',
    ],
    button: { label: 'Open the dashboard', path: '/dashboard' },
    note: `If you did not expect this visit, write to us at ${support}.`,
  }),
  redemption_waiting: ({ perkName, perkBusiness, sinceDay, lastDay, takesPart }) => ({
    subject: 'Your perk is still waiting',
    lines: [
      `On ${sinceDay} you redeemed “${perkName}” at “${perkBusiness}”, and its code has not been used yet.`,
      takesPart
        ? 'To get the perk, show the code at the business. If you no longer want it, cancel the code in your dashboard to get its points back.'
        : 'The business is temporarily not taking part, so it cannot accept the code at the moment. You can keep the code until it takes part again, or cancel it in your dashboard to get its points back.',
      ...(lastDay
        ? [
            `The code is valid up to and including ${lastDay}. After that it is cancelled automatically and you get its points back.`,
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
          ? 'We have reminded the buyer, who can use the code or cancel it and get the points back. You do not need to do anything.'
          : 'We have reminded the buyers: they can use their codes or cancel them and get their points back. You do not need to do anything.'
        : codes === 1
          ? 'We have reminded the buyer, who can keep the code until you take part again or cancel it and get the points back.'
          : 'We have reminded the buyers: they can keep their codes until you take part again or cancel them and get their points back.',
      ...(ttlDays
        ? [
            `An unused code is cancelled no earlier than ${ttlDays} days after it was redeemed, and its points go back to the buyer.`,
          ]
        : []),
    ],
    button: { label: 'Open the dashboard', path: '/dashboard' },
  }),
  day_report: ({ businessName, report }) => ({
    subject: `Day report, ${report!.day}`,
    lines: [
      `“${businessName}”, ${report!.day}, as of ${report!.asOf}.`,
      [
        `Turnover: ${report!.turnover} (a week before: ${report!.turnoverBefore})`,
        `Purchases: ${report!.purchases} (a week before: ${report!.purchasesBefore})`,
        `Average purchase: ${report!.average}`,
        `Buyers: ${report!.buyers}, of whom new: ${report!.newBuyers}`,
        `Points given: ${report!.given}`,
        `Perks handed over: ${report!.perks}`,
      ].join('\n'),
    ],
    button: { label: 'Open the report', path: report!.path },
    note: 'You can turn off this email on the page of the day report.',
  }),
  attention: ({ businessName, remarks }) => ({
    subject: `Unusual activity at the counter on ${remarks!.day}`,
    lines: [
      `Some activity at “${businessName}” on ${remarks!.day} was unusual by your own thresholds. There may be a good reason for it, and no sale was held up.`,
      [
        ...line('Large awards', remarks!.large),
        ...line('Buyers with many awards in a short time', remarks!.many),
        ...line('People who undid or corrected more than others', remarks!.undos),
        ...line('Activity outside opening hours', remarks!.outside),
      ].join('\n'),
    ],
    button: { label: 'See the details', path: remarks!.path },
    note: 'You can turn off this email and change the thresholds on the page of the day report.',
  }),
  manager_invited: ({ businessName, linkPath }) => ({
    subject: 'You have been invited to Hatik',
    lines: [
      `“${businessName}” has invited you to sign in to Hatik as a manager of the shop.`,
      ...(linkPath
        ? ['Choose a password to accept the invitation.']
        : [
            'This address already has a Hatik account, so it cannot be used for the invitation. Ask the owner to invite you at another address.',
          ]),
    ],
    ...(linkPath && { button: { label: 'Accept the invitation', path: linkPath } }),
    note: linkPath
      ? 'The link works once, within seven days. If you do not know this business, just ignore this email.'
      : 'If you do not know this business, just ignore this email.',
  }),
  manager_joined: ({ businessName, startedAt, support }) => ({
    subject: 'A manager can now sign in to your business',
    lines: [
      `A manager of “${businessName}” accepted an invitation and can now sign in with a password of their own.`,
      `When: ${startedAt}`,
      'The manager can run the counter, buyers, perks and reports, but not your account, billing, people or tills.',
    ],
    button: { label: 'See your people', path: '/people-and-tills' },
    note: `If you did not invite anybody, change your password at once: that ends the sign-in of every manager. Then write to us at ${support}.`,
  }),
}
