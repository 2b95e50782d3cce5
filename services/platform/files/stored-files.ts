export interface FileStorage {
  /** Atomic; replaces. Throws for an invalid key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined if missing. */
  get(key: string): Promise<Buffer | undefined>
  /** Succeeds if missing. */
  delete(key: string): Promise<void>
  /** Keys directly under a folder. */
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>
}
