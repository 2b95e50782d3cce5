/**
 * The hashes of contracts/verify/merkle.ts by the platform's own SHA-256, which is ten times as fast: the log grows in the process that
 * projects, and nobody's balance should wait for it.
 */
import { hash } from 'node:crypto'

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

/** RFC 6962, 2.1. `text`: the event in canonical JSON. */
export function leafHash(text: string): Buffer {
  return hash('sha256', Buffer.concat([LEAF, Buffer.from(text, 'utf8')]), 'buffer')
}

/** RFC 6962, 2.1. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([NODE, left, right]), 'buffer')
}
