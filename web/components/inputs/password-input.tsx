import { Eye, EyeOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/lib/device/class-names.ts'
import { Button } from './button.tsx'
import { Input, type InputProps } from './input.tsx'

export function PasswordInput({ className, ...rest }: Omit<InputProps, 'type'>): ReactNode {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={classNames('pr-14', className)}
      />
      <Button
        look="quiet"
        size="icon"
        className="absolute right-1 top-0.5"
        aria-label={shown ? t('password.hide') : t('password.show')}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
      </Button>
    </div>
  )
}
