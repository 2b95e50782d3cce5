/**
 * Registers the service worker that opens the dashboard and the file check offline (lib/api/service-worker.ts).
 * Failure changes nothing else.
 */
export function openOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
}
