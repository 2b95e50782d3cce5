/** Adding the app to the home screen. */
import { useSyncExternalStore } from 'react'
import { pushAbility } from './push.ts'

/** Chromium's, which TypeScript does not know. It can be used once. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /**
     * Set by boot.js, because the event comes once per document, mostly before this file. Prevented there: the browser
     * would ask at its own moment.
     */
    installOffer?: InstallEvent | undefined
  }
}

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function forget(): void {
  window.installOffer = undefined
  tell()
}

addEventListener('beforeinstallprompt', tell)
addEventListener('appinstalled', forget)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A phone or tablet: the words speak of a Home screen, and desktop browsers offer to install, too. */
const isTouched = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false

/** 'steps': iOS installs only through its own menu. Undefined where it is installed, or cannot be. */
export function useInstallWay(): 'prompt' | 'steps' | undefined {
  const event = useSyncExternalStore(subscribe, () => window.installOffer)
  if (event && isTouched()) return 'prompt'
  return pushAbility() === 'install' ? 'steps' : undefined
}

/** Has to follow a press. Resolves with whether the person agreed. */
export async function install(): Promise<boolean> {
  const event = window.installOffer
  forget()
  return (await event?.prompt())?.outcome === 'accepted'
}
