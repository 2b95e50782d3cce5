import { GUESSABLE_PASSWORD } from '#contracts/units/passwords.ts'
import { isGuessable } from '#accounts/guessable-passwords.ts'
import { invalidField } from '../http/api-error.ts'

/** Throws 400 at the field for a password that attackers try first. */
export async function refuseGuessable(
  path: string,
  password: string,
  person: { firstName: string; lastName: string; email: string },
): Promise<void> {
  if (await isGuessable(password, [person.firstName, person.lastName, person.email]))
    throw invalidField(path, GUESSABLE_PASSWORD)
}
