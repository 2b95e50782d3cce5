import { readFileSync } from 'node:fs'

const FEWEST = 12

/** From `file`, else from HATIK_BACKUP_PASSPHRASE; undefined: not encrypted. Throws without repeating it. */
export function readPassphrase(file: string | undefined): string | undefined {
  const passphrase =
    file === undefined ? process.env['HATIK_BACKUP_PASSPHRASE'] : readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (passphrase === undefined || (passphrase === '' && file === undefined)) return undefined
  if (passphrase.length < FEWEST) throw new Error(`The passphrase has fewer than ${FEWEST} characters.`)
  return passphrase
}
