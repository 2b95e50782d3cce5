export interface FileStorage {
  /** Writes the file whole or not at all, replacing an existing one. Throws for an invalid key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such file. */
  get(key: string): Promise<Buffer | undefined>
  /** Succeeds even if there is no such file. */
  delete(key: string): Promise<void>
  /** The keys directly under a folder, and when each was written. */
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>
}
