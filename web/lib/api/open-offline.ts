/** Registers the service worker (lib/api/service-worker.ts). The app works without it. */
export function openOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
}
