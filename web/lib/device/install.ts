/** Adding the app to the home screen. */
import { useSyncExternalStore } from 'react'
import { pushAbility } from './push.ts'

/** Chromium's, which TypeScript does not know. It can be used once. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: InstallEvent | undefined
const listeners = new Set<() => void>()

function setOffered(event: InstallEvent | undefined): void {
  offered = event
  for (const listener of listeners) listener()
}

// Prevented, because the browser would ask at its own moment, and only once.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  setOffered(event as InstallEvent)
})
addEventListener('appinstalled', () => setOffered(undefined))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** 'steps': iOS installs only through its own menu. Undefined where it is installed, or cannot be. */
export function useInstallWay(): 'prompt' | 'steps' | undefined {
  const event = useSyncExternalStore(subscribe, () => offered)
  if (event) return 'prompt'
  return pushAbility() === 'install' ? 'steps' : undefined
}

/** Has to follow a press. Resolves with whether the person agreed. */
export async function install(): Promise<boolean> {
  const event = offered
  setOffered(undefined)
  return (await event?.prompt())?.outcome === 'accepted'
}
