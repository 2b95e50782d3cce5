/**
 * The counter's synthesised sounds: the cashier hears the outcome without looking (R93). On by default; the choice is
 * stored under `sound-enabled`.
 */
import { useSyncExternalStore } from 'react'
import { storage } from './storage.ts'

const NAME = 'sound-enabled'
const VOLUME = 0.7
const BEEP_VOLUME = 0.25

export type Sound = 'transaction' | 'perkRedemption' | 'success' | 'celebration' | 'error'

interface Note {
  /** Hertz. */
  pitch: number
  /** Seconds: start within the sound, and duration. */
  at: number
  rings: number
}

const note = (pitch: number, at: number, rings: number): Note => ({ pitch, at, rings })
const NOTES: Record<Sound, readonly Note[]> = {
  transaction: [note(880, 0, 0.12), note(1_318.5, 0.08, 0.3)],
  perkRedemption: [note(659.3, 0, 0.14), note(880, 0.1, 0.14), note(1_108.7, 0.2, 0.4)],
  success: [note(1_046.5, 0, 0.22)],
  celebration: [note(659.3, 0, 0.12), note(880, 0.09, 0.12), note(1_108.7, 0.18, 0.12), note(1_318.5, 0.27, 0.5)],
  error: [note(220, 0, 0.18)],
}

let context: AudioContext | undefined
const listeners = new Set<() => void>()

const soundEnabled = (): boolean => storage.get(NAME) !== 'false'

/**
 * Unlocks sound. Browsers allow it only after a touch or key press, and iPads and iPhones only for a call during one;
 * any other call may never resolve.
 */
export async function wakeSounds(): Promise<void> {
  if (!soundEnabled() || typeof AudioContext === 'undefined') return
  try {
    if (context?.state === 'closed') context = undefined
    context ??= new AudioContext()
    if (context.state !== 'running') await context.resume()
  } catch {
    // No sound device.
  }
}

const GESTURES = ['pointerup', 'click', 'keydown'] as const

/**
 * Unlocks sound on every touch and key press until the returned function is called, because a sleeping tablet locks it
 * again.
 */
export function wakeSoundsByTouch(): () => void {
  const wake = (): void => void wakeSounds()
  for (const gesture of GESTURES) window.addEventListener(gesture, wake, true)
  return () => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, wake, true)
  }
}

/** Stays silent while sound is locked: a late sound would tell nothing. */
export function playSound(sound: Sound): void {
  if (!soundEnabled() || context?.state !== 'running') return
  try {
    for (const each of NOTES[sound]) ring(context, each, sound === 'error' ? BEEP_VOLUME : VOLUME)
  } catch {}
}

function ring(audio: AudioContext, { pitch, at, rings }: Note, volume: number): void {
  const [tone, gain] = [audio.createOscillator(), audio.createGain()]
  const start = audio.currentTime + at
  tone.type = 'sine'
  tone.frequency.value = pitch
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.001, start + rings)
  tone.connect(gain).connect(audio.destination)
  tone.start(start)
  tone.stop(start + rings)
}

export function useSounds(): { enabled: boolean; choose: (enabled: boolean) => void } {
  const enabled = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, soundEnabled)
  return {
    enabled,
    choose: (chosen) => {
      storage.set(NAME, String(chosen))
      for (const listener of listeners) listener()
    },
  }
}
