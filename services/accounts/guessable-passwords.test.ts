import { describe, expect, it } from 'vitest'
import { passwordSchema } from '#contracts/units/passwords.ts'
import { isGuessable } from './guessable-passwords.ts'

const GOHAR = ['Գոհար', 'Melkonyan', 'gohar.m@melkonyan.am']

describe('a guessable password (ASVS 5.0, 6.2.4, 6.2.11)', () => {
  it.each([
    'Password1!',
    'P@ssw0rd-2026',
    'P@$$w0rd1',
    '!Qwerty123',
    'Iloveyou1!',
    'Hatik-2026',
    'Հատիկ-2026',
    'Գոհար-1990',
    'mELKONYAN1!',
    'Gohar.m!1',
    'Gohar-1990',
    'Armenia2026!',
    'Aa123456!',
    'Abcdefg1!',
    'Yerevan-2026',
    'Hayastan1!',
    'Երևան-2026',
    'Երեւան-2026',
    'Sevan1990!',
    'Ереван-26!',
    'Coffee-2026',
    'Test1234!',
  ])('%s is guessable', async (password) => {
    expect(passwordSchema.safeParse(password).success).toBe(true)
    expect(await isGuessable(password, GOHAR)).toBe(true)
  })

  it.each([
    ['one of the list as it stands', '!QAZ2wsx'],
    ['one of the list in signs that look like its letters', '$trawb3rRy'],
    ['the same before digits that look like letters', '$Unshine1!'],
    ['between digits that look like letters', '1P@ssw0rd1'],
    ['signs of another width', 'Ｐａｓｓｗｏｒｄ1!'],
  ])('%s: %s', async (_, password) => {
    expect(passwordSchema.safeParse(password).success).toBe(true)
    expect(await isGuessable(password, GOHAR)).toBe(true)
  })

  it.each([
    'Qwerty-482617',
    'Xk9#mQ2p',
    'Passwé-1é',
    'Correct-horse-1',
    'Hatik-demo-1',
    'Zx9!kfQpw',
    'Nare-1990-hat',
    'Password-48261937',
    'Gohar-48261937',
    'Ծիրանի-ծառ-7',
  ])('%s is not guessable', async (password) => {
    expect(await isGuessable(password, GOHAR)).toBe(false)
  })

  it('the owner’s name is guessable, but not another’s name or one of two letters', async () => {
    expect(await isGuessable('Melkonyan-1', ['Նարե', 'Li', 'n@hatik.test'])).toBe(false)
    expect(await isGuessable('Li-482613', ['Նարե', 'Li', 'n@hatik.test'])).toBe(false)
    // With a letter that Unicode decomposes.
    expect(await isGuessable('Սևակյան-90', ['Անի', 'Սևակյան', 'n@hatik.test'])).toBe(true)
    expect(await isGuessable('Սևակյան-90', ['Անի', 'Melkonyan', 'n@hatik.test'])).toBe(false)
  })
})
