import { isStill } from './is-still.ts'

const MOMENT_MS = 1_200

const COLOURS = { award: 'bg-leaf', redeem: 'bg-pomegranate', use: 'bg-apricot' } as const
export type Moment = keyof typeof COLOURS

/**
 * A band across the upper edge of `host`, once: in its padding, where no text is, and unknown to focus and screen
 * readers. `host` is a dialog or the whole page. Nothing for people who want less motion.
 */
export function playMoment(moment: Moment, host: Element | null | undefined): void {
  if (!host || isStill()) return
  const band = document.createElement('div')
  band.ariaHidden = 'true'
  band.dataset['moment'] = moment
  band.className = `pointer-events-none absolute inset-x-0 top-0 h-2 forced-color-adjust-none print:hidden ${COLOURS[moment]}`
  host.append(band)
  const motion = band.animate(
    [
      { transform: 'scaleX(0)', opacity: 1 },
      { transform: 'scaleX(1)', opacity: 1, offset: 0.5, easing: 'ease-in' },
      { transform: 'scaleX(1)', opacity: 0 },
    ],
    { duration: MOMENT_MS, easing: 'cubic-bezier(0.22, 1, 0.36, 1)' },
  )
  motion.onfinish = motion.oncancel = () => band.remove()
}
