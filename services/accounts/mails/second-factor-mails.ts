import type { Language } from '#contracts/calls/account/session.ts'
import type { MailTemplate, Writer } from './templates.ts'

type OfSecondFactor = Extract<MailTemplate, `second_factor_${string}` | 'recovery_code_used'>

/** For staff to whose account somebody else has added a key. */
export const NOTE_TO_STAFF: Record<Language, (support: string) => string> = {
  am: (support) => `Եթե դա Դուք չեք, անմիջապես դիմեք մեկ այլ ադմինիստրատորի և գրեք մեզ՝ ${support}։`,
  en: (support) => `If this was not you, tell another administrator at once and write to us at ${support}.`,
}

/** To administrators and auditors, in both languages. */
export const SECOND_FACTOR_MAILS: Record<Language, Record<OfSecondFactor, Writer>> = {
  am: {
    second_factor_added: ({ startedAt, device, support }) => ({
      subject: 'Ձեր հաշվի երկփուլ մուտքը միացված է',
      lines: [
        'Այսուհետ գաղտնաբառով մուտք գործելիս Հատիկը կխնդրի նաև նույնականացման հավելվածի կոդը։',
        `Երբ՝ ${startedAt}${device && `\nՍարքը՝ ${device}`}`,
        'Եթե դա Դուք եք, ոչինչ անել պետք չէ։ Պահուստային կոդերը պահեք ապահով տեղում։',
      ],
      button: { label: 'Տեսնել հաշիվը', path: '/edit-profile' },
      note: NOTE_TO_STAFF.am(support),
    }),
    second_factor_removed: ({ startedAt, support }) => ({
      subject: 'Ձեր հաշվի երկփուլ մուտքն անջատված է',
      lines: [
        'Հատիկի Ձեր հաշիվ գաղտնաբառով մուտք գործելիս հավելվածի կոդն այլևս չի պահանջվի, իսկ պահուստային կոդերն այլևս չեն գործում։',
        `Երբ՝ ${startedAt}`,
        'Եթե դա Դուք եք, ոչինչ անել պետք չէ։',
      ],
      button: { label: 'Տեսնել հաշիվը', path: '/edit-profile' },
      note: `Եթե դա Դուք չեք, անմիջապես փոխեք գաղտնաբառը և գրեք մեզ՝ ${support}։`,
    }),
    second_factor_reset: ({ startedAt, passkeysGone, support }) => ({
      subject: 'Ձեր հաշվի երկփուլ մուտքը զրոյացվել է',
      lines: [
        'Հատիկի Ձեր հաշվի երկփուլ մուտքը զրոյացվել է ադմինիստրատորի կողմից, և Դուք դուրս եք եկել բոլոր սարքերից։',
        `Երբ՝ ${startedAt}`,
        ...(passkeysGone ? [`Հեռացվել են նաև Ձեր մուտքի բանալիները՝ ${passkeysGone}։`] : []),
        'Մուտք գործեք Ձեր գաղտնաբառով և կրկին միացրեք երկփուլ մուտքը։',
      ],
      button: { label: 'Մուտք գործել', path: '/hatik' },
      note: `Եթե դա չեք խնդրել, անմիջապես փոխեք գաղտնաբառը և գրեք մեզ՝ ${support}։`,
    }),
    recovery_code_used: ({ startedAt, device, codesLeft, support }) => ({
      subject: 'Օգտագործվել է պահուստային կոդ',
      lines: [
        'Հատիկի Ձեր հաշվում հավելվածի կոդի փոխարեն օգտագործվել է պահուստային կոդ։',
        `Երբ՝ ${startedAt}${device && `\nՍարքը՝ ${device}`}`,
        `Մնացել է ${codesLeft} կոդ։ Նորերը ստանալու համար անջատեք երկփուլ մուտքը և կրկին միացրեք։`,
      ],
      button: { label: 'Տեսնել հաշիվը', path: '/edit-profile' },
      note: `Եթե դա Դուք չեք, անմիջապես փոխեք գաղտնաբառը և գրեք մեզ՝ ${support}։`,
    }),
  },
  en: {
    second_factor_added: ({ startedAt, device, support }) => ({
      subject: 'Two-step sign-in was turned on',
      lines: [
        'From now on, signing in to your Hatik account with your password also asks for a code from your authenticator app.',
        `When: ${startedAt}${device && `\nDevice: ${device}`}`,
        'If this was you, you can ignore this email. Keep your recovery codes in a safe place.',
      ],
      button: { label: 'See my account', path: '/edit-profile' },
      note: NOTE_TO_STAFF.en(support),
    }),
    second_factor_removed: ({ startedAt, support }) => ({
      subject: 'Two-step sign-in was turned off',
      lines: [
        'Signing in to your Hatik account with your password no longer asks for a code from the app, and your recovery codes no longer work.',
        `When: ${startedAt}`,
        'If this was you, you can ignore this email.',
      ],
      button: { label: 'See my account', path: '/edit-profile' },
      note: `If this was not you, change your password at once and write to us at ${support}.`,
    }),
    second_factor_reset: ({ startedAt, passkeysGone, support }) => ({
      subject: 'Two-step sign-in was reset',
      lines: [
        'An administrator has reset the two-step sign-in of your Hatik account, and you have been signed out on every device.',
        `When: ${startedAt}`,
        ...(passkeysGone ? [`Your passkeys were removed as well: ${passkeysGone}.`] : []),
        'Sign in with your password to turn it on again.',
      ],
      button: { label: 'Sign in', path: '/hatik' },
      note: `If you did not ask for this, change your password at once and write to us at ${support}.`,
    }),
    recovery_code_used: ({ startedAt, device, codesLeft, support }) => ({
      subject: 'A recovery code was used',
      lines: [
        'A recovery code was used for your Hatik account instead of a code from the app.',
        `When: ${startedAt}${device && `\nDevice: ${device}`}`,
        `Recovery codes left: ${codesLeft}. To get new ones, turn two-step sign-in off and on again.`,
      ],
      button: { label: 'See my account', path: '/edit-profile' },
      note: `If this was not you, change your password at once and write to us at ${support}.`,
    }),
  },
}
