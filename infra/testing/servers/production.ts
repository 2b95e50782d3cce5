/** Production settings, except the mail server (SMTP_URL). */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://hatik.example.am',
  MAIL_FROM: 'Hatik <no-reply@hatik.example.am>',
}
