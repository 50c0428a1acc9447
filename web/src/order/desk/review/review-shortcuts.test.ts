import { expect, test } from 'vitest'
import { actionOfKey } from './review-shortcuts.ts'

const page = { tag: 'BODY', isEditable: false, isInDialog: false }
const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
})

test('a approves, e archives, z undoes', () => {
  expect(actionOfKey(press('a'), page)).toBe('approve')
  expect(actionOfKey(press('e'), page)).toBe('archive')
  expect(actionOfKey(press('z'), page)).toBe('undo')
})

test('1 to 9 choose money, and nothing else does', () => {
  for (const key of '123456789') expect(actionOfKey(press(key), page)).toBe('choose')
  for (const key of ['0', '10', '1 to 8']) expect(actionOfKey(press(key), page)).toBeNull()
  expect(actionOfKey(press('1', { repeat: true }), page)).toBeNull()
  expect(actionOfKey(press('1'), { ...page, isInDialog: true })).toBeNull()
})

test('keys do nothing while the user types, or while a dialog is open', () => {
  expect(actionOfKey(press('a'), { ...page, tag: 'INPUT', isEditable: true })).toBeNull()
  expect(actionOfKey(press('a'), { ...page, isInDialog: true })).toBeNull()
})

test("the browser's own shortcuts are left to the browser", () => {
  expect(actionOfKey(press('a', { ctrlKey: true }), page)).toBeNull()
  expect(actionOfKey(press('r', { metaKey: true }), page)).toBeNull()
})

test('the space bar presses a focused button; elsewhere it shows all details', () => {
  expect(actionOfKey(press(' '), { ...page, tag: 'BUTTON' })).toBeNull()
  expect(actionOfKey(press(' '), page)).toBe('expand')
})

test('holding down a key can move on but never approve', () => {
  expect(actionOfKey(press('a', { repeat: true }), page)).toBeNull()
  expect(actionOfKey(press('j', { repeat: true }), page)).toBe('next')
})
