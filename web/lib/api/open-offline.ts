/** Lets the dashboard and the check of files open without a network from now on (lib/api/service-worker.ts). Where that cannot be, nothing else changes. */
export function openOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
}
