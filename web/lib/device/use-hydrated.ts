import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => {}

/** False on the server and while the server's HTML comes alive, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
