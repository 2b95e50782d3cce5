import { ArrowLeft, Delete } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pinSchema } from '#contracts/rights/staff-calls.ts'
import type { TillReply } from '#contracts/rights/till-calls.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { latinSign } from '#web/lib/device/latin-keys.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { asMinutes, useSecondsLeft } from '#web/lib/device/use-seconds-left.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { Initials } from './initials.tsx'
import { unlock } from '#web/lib/session/till-state.ts'

const PIN_MAX = 8
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export interface PinPadProps {
  person: TillReply['staff'][number]
  /** Leads back to the choice of people. */
  onOther?: () => void
}

/**
 * Reads the keyboard wherever the focus is. No field, because a browser would offer to store the PIN, and the system
 * keyboard would cover the pad.
 */
export function PinPad({ person, onOther }: PinPadProps): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const [waitUntilMs, setWaitUntilMs] = useState(0)
  const waitSeconds = useSecondsLeft(waitUntilMs)
  const action = useAction((typed: string, key: string) => unlock(person.staffId, typed, key))
  const isOff = action.running || waitSeconds > 0

  useEffect(() => heading.current?.focus(), [])

  function type(digit: string): void {
    if (isOff) return
    setProblem(undefined)
    setPin((typed) => (typed + digit).slice(0, PIN_MAX))
  }

  function back(): void {
    if (isOff) return
    setProblem(undefined)
    setPin((typed) => typed.slice(0, -1))
  }

  async function submit(): Promise<void> {
    if (isOff) return
    if (!pinSchema.safeParse(pin).success) return setProblem(t('fields.pin'))
    setProblem(undefined)
    try {
      await action.run(pin)
    } catch (error) {
      playSound('error')
      setPin('')
      const seconds = error instanceof ApiError ? error.retryAfterSeconds : Number.NaN
      if (seconds > 0) setWaitUntilMs(Date.now() + seconds * 1_000)
      else setProblem(forError(error))
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target } = event
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const digit = latinSign(event) ?? key
    if (/^\d$/.test(digit)) type(digit)
    else if (key === 'Backspace') back()
    else if (key === 'Escape' && onOther) onOther()
    // A button that was reached by keyboard is pressed.
    else if (key === 'Enter' && !(target instanceof Element && target.matches('a, button'))) void submit()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return (
    <section className="mx-auto flex w-full max-w-sm flex-1 flex-col gap-4">
      <div className="flex items-center gap-3">
        <Initials name={person.name} className="size-14 text-title" />
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-title font-bold wrap-anywhere outline-none">
            {person.name}
          </h1>
          <p className="text-ink-soft">{t('till.enterPin')}</p>
        </div>
      </div>
      <div className="flex min-h-10 items-center justify-center gap-3" data-testid="pin-digits">
        <p role="status" className="sr-only">
          {pin === '' ? '' : t('till.typed', { count: pin.length })}
        </p>
        {Array.from({ length: Math.max(4, pin.length) }, (_, index) => (
          <span
            key={index}
            aria-hidden
            className={classNames(
              'size-4 rounded-full border-2',
              index < pin.length ? 'border-pomegranate-text bg-pomegranate-text' : 'border-line-strong',
            )}
          />
        ))}
      </div>
      <div role="alert" className="min-h-12 text-center font-semibold text-alarm-text">
        {waitSeconds === 0 && problem !== undefined && <p>{problem}</p>}
        {/* Said once, not every second. */}
        {waitSeconds > 0 && <Wait seconds={waitSeconds} />}
      </div>
      <div className="grid grid-cols-3 gap-2">
        {DIGITS.map((digit) => (
          <Key key={digit} name={digit} off={isOff} onPress={() => type(digit)}>
            {digit}
          </Key>
        ))}
        <Key name={t('till.deleteDigit')} off={isOff} onPress={back}>
          <Delete aria-hidden className="size-6" />
        </Key>
        <Key name="0" off={isOff} onPress={() => type('0')}>
          0
        </Key>
        <Button
          size="large"
          className="min-h-16 px-2!"
          busy={action.running}
          aria-disabled={isOff || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void submit()}
        >
          {t('till.unlock')}
        </Button>
      </div>
      {onOther && (
        <Button look="quiet" className="self-center" onClick={onOther}>
          <ArrowLeft aria-hidden className="size-4" />
          <span>{t('till.other')}</span>
        </Button>
      )}
    </section>
  )
}

function Wait({ seconds }: { seconds: number }): ReactNode {
  const { t } = useTranslation()
  const [first] = useState(seconds)
  return (
    <>
      <p className="sr-only">{t('till.wait', { time: asMinutes(first) })}</p>
      <p aria-hidden>{t('till.wait', { time: asMinutes(seconds) })}</p>
    </>
  )
}

/** Leaves the focus where it is, so that Enter afterwards unlocks. */
function Key({
  name,
  off,
  onPress,
  children,
}: {
  name: string
  off: boolean
  onPress: () => void
  children: ReactNode
}): ReactNode {
  return (
    <Button
      look="secondary"
      aria-label={name}
      translate="no"
      aria-disabled={off || undefined}
      className="min-h-16 px-0! text-title! active:bg-tuff-deep"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}
