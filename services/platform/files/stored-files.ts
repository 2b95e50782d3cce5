export interface FileStorage {
  /** Written whole or not at all; the same key again replaces it. Throws for a key that is no key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is none. */
  get(key: string): Promise<Buffer | undefined>
  /** Also where there is none. */
  delete(key: string): Promise<void>
  /** The keys right under a folder, and when each was written. */
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>
}
