/** A backup file that cannot be trusted, in words for the operator that name the section. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
