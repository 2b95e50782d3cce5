import { ImageOff, Pause, Play } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { useTheme } from '#web/lib/device/theme.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'

const TURN_AFTER_MS = 5_000
const SLIDES = [
  { name: 'buyer', title: 'home.slideBuyer' },
  { name: 'counter', title: 'home.slideCounter' },
  { name: 'statement', title: 'home.slideStatement' },
  { name: 'page', title: 'home.slidePage' },
] as const
/** As infra/pictures takes them; phones get pictures of a phone. */
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 780, height: 1280, media: '(max-width: 639px)' }

const stillness = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)')

function listen(listener: () => void): () => void {
  const motion = stillness()
  motion.addEventListener('change', listener)
  return () => motion.removeEventListener('change', listener)
}

/**
 * Five seconds per picture, one second fade (R36, C8). Paused for reduced motion, and by its button. Pictures from
 * infra/pictures.
 */
export function Slideshow(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { theme } = useTheme()
  const [shown, setShown] = useState(0)
  /** Loads the pictures after the first only once the show starts. */
  const [begun, setBegun] = useState(false)
  const [broken, setBroken] = useState<readonly string[]>([])
  const isStill = useSyncExternalStore(
    listen,
    () => stillness().matches,
    () => false,
  )
  const [chosen, setTurning] = useState<boolean>()
  const turning = chosen ?? !isStill

  useEffect(() => {
    if (!turning) return
    const begin = setTimeout(() => setBegun(true), TURN_AFTER_MS / 2)
    const turn = setInterval(() => setShown((index) => (index + 1) % SLIDES.length), TURN_AFTER_MS)
    return () => {
      clearTimeout(begin)
      clearInterval(turn)
    }
  }, [turning])

  return (
    <section aria-labelledby="tour" className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-5 py-8 sm:px-6">
      <div>
        <h2 id="tour" className="text-headline font-bold tracking-tight">
          {t('home.tourTitle')}
        </h2>
        <p className="mt-1 text-ink-soft">{t('home.tourText')}</p>
      </div>
      <div className="rounded-card border border-line bg-tuff-deep p-2 sm:p-4">
        <div
          className="relative overflow-hidden rounded-field border border-line bg-surface"
          data-testid="slideshow"
          data-shown={SLIDES[shown]?.name}
        >
          {SLIDES.map(({ name, title }, index) => (
            <Slide
              key={name}
              picture={`${name}-${language}-${theme}`}
              isFetched={begun || index === 0 || index === shown}
              isShown={index === shown}
              isFirst={index === 0}
              alt={t(title)}
              onError={() => setBroken((names) => [...names, name])}
            />
          ))}
          {broken.includes(SLIDES[shown]?.name ?? '') && (
            <div className="absolute inset-0 flex items-center justify-center bg-surface" data-testid="slide-broken">
              <ImageOff aria-hidden className="size-12 text-ink-soft" />
            </div>
          )}
        </div>
        <div className="mt-2 flex items-center gap-1 sm:mt-3">
          <Button
            look="quiet"
            size="icon"
            aria-label={turning ? t('home.pause') : t('home.play')}
            onClick={() => setTurning(!turning)}
          >
            {turning ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
          </Button>
          {SLIDES.map(({ name, title }, index) => (
            <button
              key={name}
              type="button"
              aria-label={t('home.slide', { number: index + 1, name: t(title) })}
              aria-current={index === shown || undefined}
              className="flex size-11 items-center justify-center rounded-full"
              onClick={() => {
                setBegun(true)
                setTurning(false)
                setShown(index)
              }}
            >
              <span
                className={classNames(
                  'block size-3 forced-color-adjust-none rounded-full border border-line-strong',
                  index === shown ? 'bg-pomegranate' : 'bg-surface',
                )}
              />
            </button>
          ))}
          <p className="ml-auto pr-2 text-right text-small font-medium">
            {t(SLIDES[shown]?.title ?? 'home.slideBuyer')}
          </p>
        </div>
      </div>
    </section>
  )
}

function Slide({
  picture,
  isFetched,
  isShown,
  isFirst,
  alt,
  onError,
}: {
  picture: string
  isFetched: boolean
  isShown: boolean
  isFirst: boolean
  alt: string
  onError: () => void
}): ReactNode {
  return (
    <picture>
      {isFetched && <source {...PHONE} srcSet={`/pictures/${picture}-phone.webp`} />}
      <img
        src={isFetched ? `/pictures/${picture}.webp` : undefined}
        alt={alt}
        aria-hidden={!isShown}
        width={DESK.width}
        height={DESK.height}
        loading="lazy"
        decoding="async"
        onError={onError}
        className={classNames(
          'w-full transition-opacity duration-1000',
          isFirst ? 'h-auto' : 'absolute inset-0 h-full',
          isShown ? 'opacity-100' : 'opacity-0',
        )}
      />
    </picture>
  )
}
