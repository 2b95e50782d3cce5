/**
 * A buyer's last replies, for a device without a network: one entry of the storage, which a sign-out removes at once
 * (lib/session/session.ts). Never read or written for anybody but the user it names.
 */
import { storage, WALLET_NAME } from '#web/lib/device/storage.ts'
import { currentUser } from '#web/lib/session/session.ts'

interface Kept {
  /** Milliseconds since 1970 by this device's clock. */
  atMs: number
  value: unknown
}
interface Wallet {
  userId: number
  replies: Record<string, Kept>
}

/** The oldest go first. */
const REPLIES_MAX = 20

function walletOf(userId: number): Wallet {
  try {
    const wallet = JSON.parse(storage.get(WALLET_NAME) ?? '') as Partial<Wallet>
    if (wallet.userId === userId && wallet.replies) return { userId, replies: wallet.replies }
  } catch {}
  return { userId, replies: {} }
}

/** Nothing once the user has signed out, in this page or another of the browser. */
export function keepReply(userId: number, path: string, value: unknown, atMs: number): void {
  if (currentUser()?.id !== userId || !isSaved()) return
  const replies = { ...walletOf(userId).replies, [path]: { atMs, value } }
  const newest = Object.entries(replies).toSorted(([, a], [, b]) => b.atMs - a.atMs)
  const wallet: Wallet = { userId, replies: Object.fromEntries(newest.slice(0, REPLIES_MAX)) }
  storage.set(WALLET_NAME, JSON.stringify(wallet))
}

export const keptReply = (userId: number, path: string): Kept | undefined => walletOf(userId).replies[path]

const isSaved = (): boolean => storage.get('hatik.user') !== null
