/** Layout of all mails: a table, inline styles, no pictures, and a text part with the same words. */
import type { Language } from '#contracts/calls/account/session.ts'
import { escapeHtml } from '#platform/mail/escape-html.ts'
import type { MailWords } from './templates.ts'
import { FOOTERS, GREETINGS, LEADS } from './words.ts'

const HTML_LANGUAGE: Record<Language, string> = { am: 'hy', en: 'en' }
const FONT = "font-family:'Noto Sans','Noto Sans Armenian',Arial,sans-serif"
const POMEGRANATE = '#9b1b30'
const INK = '#251b1d'
const TUFF = '#f6efeb'
/** Invoice numbers must not wrap: they are copied into bank transfers. */
const INVOICE_NUMBER = /HTK-\d{4}-\d+/g

/** `address`: base URL without a trailing slash. */
export function layOut(
  words: MailWords,
  { language, firstName, address }: { language: Language; firstName: string; address: string },
): { text: string; html: string } {
  const { sign, automatic, linkHint } = FOOTERS[language]
  const greeting = GREETINGS[language](firstName)
  const link = words.button && `${address}${words.button.path}`
  const text = [
    greeting,
    ...words.lines,
    ...(words.button ? [`${LEADS[language](words.button.label)}\n${link}`] : []),
    ...(words.note ? [words.note] : []),
    `${sign}\n${address}\n${automatic}`,
  ].join('\n\n')
  const paragraph = (line: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(line).replaceAll('\n', '<br>').replace(INVOICE_NUMBER, '<span style="white-space:nowrap">$&</span>')}</p>`
  const small = 'font-size:13px;color:#655759'
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;background:${POMEGRANATE};color:#ffffff;text-decoration:none;padding:12px 22px;border-radius:8px;font-weight:600">${escapeHtml(words.button!.label)}</a></p>` +
      `<p style="margin:0 0 16px;${small};overflow-wrap:anywhere">${escapeHtml(linkHint)}<br><a href="${escapeHtml(link)}" style="color:${POMEGRANATE}">${escapeHtml(link)}</a></p>`
    : ''
  const html =
    `<!doctype html><html lang="${HTML_LANGUAGE[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.subject)}</title></head>` +
    `<body style="margin:0;background:${TUFF}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px;${FONT};font-size:16px;line-height:1.5;color:${INK}">` +
    `<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:${POMEGRANATE}">${escapeHtml(sign)}</p>` +
    `${paragraph(greeting)}${words.lines.map((line) => paragraph(line)).join('')}${button}${words.note ? paragraph(words.note, small) : ''}` +
    `</td></tr></table><p style="${FONT};${small};margin:16px 0 0">${escapeHtml(automatic)}</p></td></tr></table></body></html>`
  return { text, html }
}
