import { expect, test } from 'vitest'
import { isCommonPassword } from './password-choice.ts'

test('what people make of a common password to meet the rules is common too', () => {
  for (const password of [
    'Password1!',
    'P@ssw0rd',
    'P@$$w0rd1',
    '!Qwerty123',
    'Michael2024!',
    'Dragon#1',
    'Letmein!1',
    'Football_99',
  ])
    expect(isCommonPassword(password), password).toBe(true)
})

test('a phrase, or a random password, is not', () => {
  for (const password of [
    'Tide-under-7-moons',
    'Michael and 3 owls!',
    'x9$Qm!72vK',
    'Dragon-fruit-4-breakfast',
    'S7-k3qz-m9xw-d4tp-2abc',
  ])
    expect(isCommonPassword(password), password).toBe(false)
})
