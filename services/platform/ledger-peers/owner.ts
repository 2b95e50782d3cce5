import { createHash } from 'node:crypto'

/**
 * The peer with the highest hash for the account (rendezvous hashing): all APIs with the same list choose the same one,
 * and a changed list moves only the accounts of what was added or removed. Throws on an empty list.
 */
export function ownerOf(stream: string, peers: readonly string[]): string {
  const ranked = peers.map((peer) => ({ peer, rank: rankOf(peer, stream) }))
  return ranked.reduce((best, one) => (one.rank > best.rank ? one : best)).peer
}

const rankOf = (peer: string, stream: string) =>
  createHash('sha256').update(`${peer} ${stream}`).digest().readUIntBE(0, 6)
