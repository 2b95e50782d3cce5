import { LifeBuoy, Mail, Phone, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '#web/components/page-head.tsx'
import { Prose } from '#web/components/prose.tsx'
import { SUPPORT_EMAIL, SUPPORT_PHONE, TELEGRAM_ADDRESS, telLink } from '#web/lib/support.ts'

/** Phone, e-mail and support, each as a link (R42). */
export default function ContactPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <Prose title={t('contact.title')} lead={t('contact.lead')}>
      <PageHead />
      <div className="grid gap-4 sm:grid-cols-2">
        <Way Icon={Phone} title={t('contact.phoneTitle')} text={t('contact.phoneText')} to={telLink(SUPPORT_PHONE)} link={SUPPORT_PHONE} />
        <Way Icon={Mail} title={t('contact.emailTitle')} text={t('contact.emailText')} to={`mailto:${SUPPORT_EMAIL}`} link={SUPPORT_EMAIL} />
        <Way Icon={LifeBuoy} title={t('contact.supportTitle')} text={t('contact.supportText')} to={TELEGRAM_ADDRESS} link={t('contact.supportLink')} />
      </div>
    </Prose>
  )
}

function Way({ Icon, title, text, to, link }: { Icon: LucideIcon; title: string; text: string; to: string; link: string }): ReactNode {
  const outside = to.startsWith('https:')
  return (
    <section className="flex flex-col items-start gap-2 rounded-card border border-line bg-surface p-6">
      <Icon aria-hidden className="size-7 text-pomegranate-text" />
      <h2 className="text-lead font-bold">{title}</h2>
      <p className="text-ink-soft">{text}</p>
      <a
        href={to}
        {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
        className="mt-auto inline-flex min-h-11 items-center font-semibold text-pomegranate-text underline underline-offset-4"
      >
        {link}
      </a>
    </section>
  )
}
