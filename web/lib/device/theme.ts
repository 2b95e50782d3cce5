import { useSyncExternalStore } from 'react'
import { storage } from '#web/lib/device/storage.ts'

export type Theme = 'light' | 'dark'
const NAME = 'hatik.theme'
const listeners = new Set<() => void>()

function systemTheme(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return systemTheme().matches ? 'dark' : 'light'
}

function listen(listener: () => void): () => void {
  const system = systemTheme()
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

/** Follows the system until someone chooses. */
export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore<Theme>(listen, currentTheme, () => 'light')
  return {
    theme,
    choose: (chosen) => {
      document.documentElement.dataset['theme'] = chosen
      storage.set(NAME, chosen)
      for (const listener of listeners) listener()
    },
  }
}
