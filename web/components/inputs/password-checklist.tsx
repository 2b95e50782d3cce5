import { Check, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_REQUIREMENTS } from '#contracts/units/password-requirements.ts'
import { classNames } from '#web/lib/device/class-names.ts'

/** Live requirements; nothing for an empty password (R45). */
export function PasswordChecklist({ password }: { password: string }): ReactNode {
  const { t } = useTranslation()
  if (password === '') return null
  return (
    <ul aria-label={t('password.checklist')} className="flex flex-col gap-1 rounded-field bg-tuff px-3.5 py-3">
      {PASSWORD_REQUIREMENTS.map(({ id, holds }) => {
        const met = holds(password)
        return (
          <li
            key={id}
            data-met={met}
            className={classNames('flex items-center gap-2', met ? 'text-leaf-text' : 'text-ink-soft')}
          >
            {met ? (
              <Check aria-hidden className="size-4 shrink-0" />
            ) : (
              <Circle aria-hidden className="size-4 shrink-0 opacity-60" />
            )}
            <span>{t(`password.${id}`)}</span>
            <span className="sr-only">{met ? t('password.met') : t('password.missing')}</span>
          </li>
        )
      })}
    </ul>
  )
}
