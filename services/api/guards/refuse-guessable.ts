import { GUESSABLE_PASSWORD } from '#contracts/units/passwords.ts'
import { isGuessable } from '#accounts/guessable-passwords.ts'
import { invalidField } from '../http/api-error.ts'

/** A new password that is tried first is refused at its field (400; performance.md 5.8). `person`: whose password it becomes. */
export async function refuseGuessable(
  path: string,
  password: string,
  person: { firstName: string; lastName: string; email: string },
): Promise<void> {
  if (await isGuessable(password, [person.firstName, person.lastName, person.email]))
    throw invalidField(path, GUESSABLE_PASSWORD)
}
