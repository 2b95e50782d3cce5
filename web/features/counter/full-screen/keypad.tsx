import { Delete } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BUYER_CODE_LETTERS, REDEMPTION_CODE_ALPHABET } from '#contracts/units/codes.ts'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { classNames } from '#web/lib/device/class-names.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '000', '0'] as const
const SIGNS = Array.from(new Set(`0123456789${BUYER_CODE_LETTERS}${REDEMPTION_CODE_ALPHABET}`))

export interface KeypadProps {
  onSign: (sign: string) => void
  onBack: () => void
}

/** The screen's own keys, so that no system keyboard covers half of it. They leave the focus where it is. */
export function Keypad({ onSign, onBack }: KeypadProps): ReactNode {
  return (
    <div className="grid flex-1 auto-rows-fr grid-cols-3 gap-2">
      {DIGITS.map((digit) => (
        <Key
          key={digit}
          name={digit}
          onPress={() => onSign(digit)}
          className="min-h-12 text-title sm:min-h-14 lg:min-h-16"
        >
          {digit}
        </Key>
      ))}
      <BackKey onBack={onBack} className="min-h-12 sm:min-h-14 lg:min-h-16" />
    </div>
  )
}

/** The letters and digits of codes, for a code that is read out. */
export function CodeKeys({
  onSign,
  onBack,
  onDone,
  onClose,
}: KeypadProps & { onDone: () => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <div className="grid flex-1 grid-cols-7 gap-1.5">
        {SIGNS.map((sign) => (
          <Key key={sign} name={sign} onPress={() => onSign(sign)} className="min-h-11 text-lead">
            {sign}
          </Key>
        ))}
        <BackKey onBack={onBack} className="min-h-11" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="large" className="grow" onClick={onClose}>
          {t('counter.noCode')}
        </Button>
        <Button size="large" className="grow" onClick={onDone}>
          {t('counter.useCode')}
        </Button>
      </div>
    </>
  )
}

function BackKey({ onBack, className }: { onBack: () => void; className: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <Key name={t('counter.back')} onPress={onBack} className={className}>
      <Delete aria-hidden className="size-6" />
    </Key>
  )
}

function Key({
  name,
  onPress,
  className,
  children,
}: {
  name: string
  onPress: () => void
  className: string
  children: ReactNode
}): ReactNode {
  return (
    <button
      type="button"
      aria-label={name}
      translate="no"
      className={buttonLook('secondary', 'regular', classNames('px-0! active:bg-tuff-deep', className))}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
