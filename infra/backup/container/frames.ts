/**
 * The form of a backup file. One line of text opens it, then frames follow: kind (1 byte), length of the payload
 * (4 bytes, big-endian), payload.
 * A section is a start frame with its name, data frames with one zlib stream, and an end frame with the SHA-256 over its
 * name and content. The last frame has the SHA-256 over the opening line and the sections' digests.
 * With a passphrase, every payload is sealed by AES-256-GCM (seal.ts).
 */
export const OPENING = 'hatik-backup/1 '
export const MOST_OPENING_BYTES = 512

export const START = 0x53
export const DATA = 0x44
export const END = 0x45
export const LAST = 0x5a
export type FrameKind = typeof START | typeof DATA | typeof END | typeof LAST

const KINDS: readonly number[] = [START, DATA, END, LAST]
export const isFrameKind = (kind: number): kind is FrameKind => KINDS.includes(kind)

export const FRAME_HEADER_BYTES = 5
/** Payload of a data frame before it is sealed. */
export const CHUNK_BYTES = 64 * 1024
/** With a seal and room for a long name. */
export const MOST_FRAME_BYTES = CHUNK_BYTES + 1024
