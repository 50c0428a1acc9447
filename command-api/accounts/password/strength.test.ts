import { expect, test } from 'vitest'
import { containsName, isCommonPassword } from './strength.ts'

test('a common password that was changed to meet the rules is still common', () => {
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

const names = ['Strand Hair', 'Bọ́la', 'Eze', 'bola.eze82']

test('a password that contains the person’s, the address’s or the shop’s name is reported', () => {
  for (const password of [
    'Strand-2026!',
    'MyStrandHair9#',
    '$tr4nd-h4ir-Lagos',
    'Bola-is-in-7',
    'B0la#and#7#moons',
    'B.o.l.a-7-moons',
    'Eze2026!!',
    '82-bola.EZE82-x',
  ])
    expect(containsName(password, names), password).toBe(true)
})

test('a short name within a longer word, or letters of a name here and there, are not', () => {
  for (const password of ['Freezer-7-moons', 'Tide-under-7-moons', 'Ha1r-tide-9x', 'Strait+and+4'])
    expect(containsName(password, ['Strand', 'Eze', '']), password).toBe(false)
})
