/** With a mail server (SMTP_URL), what production is to be given. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://hatik.example.am',
  MAIL_FROM: 'Hatik <no-reply@hatik.example.am>',
}
