/** R157. Imports no schema library, because the live checklist is shown first. */

export type PasswordRequirement = {
  id: 'length' | 'uppercase' | 'lowercase' | 'number' | 'special'
  message: string
  holds(password: string): boolean
}

/** In display order. Ա is an uppercase letter, too. */
export const PASSWORD_REQUIREMENTS: readonly PasswordRequirement[] = [
  {
    id: 'length',
    message: 'Password must be at least 8 characters long',
    holds: (password) => Array.from(password).length >= 8,
  },
  {
    id: 'uppercase',
    message: 'Password must contain at least one uppercase letter',
    holds: (password) => /\p{Lu}/u.test(password),
  },
  {
    id: 'lowercase',
    message: 'Password must contain at least one lowercase letter',
    holds: (password) => /\p{Ll}/u.test(password),
  },
  { id: 'number', message: 'Password must contain at least one number', holds: (password) => /\p{Nd}/u.test(password) },
  {
    id: 'special',
    message: 'Password must contain at least one special character',
    holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
  },
]
