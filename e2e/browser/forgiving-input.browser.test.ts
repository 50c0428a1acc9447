import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeForms, formSuite, openForms } from './testing/form-screens.ts'
import { chooseProduct, fillCustomer } from './testing/payment-form.ts'
import { expectSoundScreen, onEach } from './testing/screens.ts'

const suite = formSuite()
beforeEach(() => openForms(suite))
afterEach(() => closeForms(suite))

test('details can be typed in any form, and impossible ones are reported beside their field', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    const type = async (label: string, text: string) => {
      await page.getByLabel(label).fill(text)
      await page.getByLabel(label).blur()
    }
    await type('Phone number', '12345')
    await page.getByText('5 digits are missing: a Nigerian phone number has 11').waitFor()
    await type('Phone number', '08031234567 / 08098765432')
    await page.getByText('These are two phone numbers: please enter one').waitFor()
    await type('Instagram username', 'https://www.instagram.com/p/C3xYz')
    await page.getByText('This link leads to a post or a story').waitFor()
    await type('Instagram username', '@')
    await page.getByText('Still needed: first name').waitFor()
    await type('Email', 'ada@gmial.com')
    await expectSoundScreen(screen, 'a first step with mistakes')
    await page.getByRole('button', { name: 'Did you mean ada@gmail.com?' }).press('Enter')
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@gmail.com')
    await type('Email', '')
    await page.getByText('Please enter email address!').waitFor()
    await fillCustomer(page)
    await page.goBack()
    await type('Phone number', '+234 803 123 4567')
    expect(await page.getByLabel('Phone number').inputValue()).toBe('08031234567')
    await type('Instagram username', 'https://www.instagram.com/ada.hair?igsh=MXg')
    expect(await page.getByLabel('Instagram username').inputValue()).toBe('ada.hair')
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('list', { name: 'Products' }).waitFor()
  }))

test('2.5 and -4 are not quantities: each is refused with a message, and blocks the form', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    await fillCustomer(page)
    await page.getByRole('button', { name: 'Add Wig' }).click()
    const quantity = page.getByLabel('Quantity of Wig')
    const next = page.getByRole('button', { name: 'Next page' })
    for (const [typed, text] of [
      ['2.5', 'Quantity must be a whole number'],
      ['-4', 'Quantity must be at least 1'],
    ] as const) {
      await quantity.fill(typed)
      await page.getByText(text).waitFor()
      expect(await quantity.inputValue()).toBe(typed)
      expect(await next.isDisabled()).toBe(true)
    }
    await expectSoundScreen(screen, 'a quantity that is none')
    await quantity.fill('2')
    await page.getByText('2 items · ₦144,000').waitFor()
    await expect.poll(() => next.isEnabled()).toBe(true)
  }))

test('a file that can never be accepted has no Retry and does not count towards the ten', async () => {
  const fake = path.join(suite.shop.folder, 'fake.png')
  const receipt = path.join(suite.shop.folder, 'receipt.pdf')
  await writeFile(fake, 'no picture')
  await writeFile(
    receipt,
    '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  )
  await onEach(suite.screens.slice(0, 1), async (screen) => {
    const { page } = screen
    await fillCustomer(page)
    await chooseProduct(page, 'Wig')
    screen.provokes('/api/uploads')
    const files = page.locator('input[type=file]')
    await files.setInputFiles(fake)
    await page.getByRole('alert').getByText('fake.png').waitFor()
    expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0)
    await expectSoundScreen(screen, 'a refused file')
    await files.setInputFiles(Array<string>(10).fill(receipt))
    await expect.poll(() => page.getByText('Uploaded').count()).toBe(10)
    expect(await page.getByText('At most 10 files, please').count()).toBe(0)
  })
})

test('S1.2: a location is found by its cities, even misspelled, and shows its price', () =>
  onEach(suite.screens, async (screen) => {
    const { page } = screen
    await fillCustomer(page)
    await chooseProduct(page, 'Wig')
    const location = page.getByRole('combobox', { name: 'Location' })
    await location.fill('ikeja')
    await page.getByRole('option', { name: 'Lagos Ikeja ₦3,000' }).waitFor()
    await expectSoundScreen(screen, 'a location found by a city')
    await location.fill('Ikejja')
    await page.getByRole('option', { name: 'Lagos Ikeja ₦3,000' }).waitFor()
    await location.press('Enter')
    expect(await location.inputValue()).toBe('Lagos')
  }))

test('a PDF with a password says what to do, and has no Retry', () =>
  onEach(suite.screens.slice(0, 1), async (screen) => {
    const { page } = screen
    await fillCustomer(page)
    await chooseProduct(page, 'Wig')
    screen.provokes('/api/uploads')
    const locked = new URL('../../command-api/files/testing/aes-256-locked.pdf', import.meta.url)
    await page.locator('input[type=file]').setInputFiles(fileURLToPath(locked))
    await page.getByRole('alert').getByText('asks for a password: please open it').waitFor()
    expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0)
    await expectSoundScreen(screen, 'a locked PDF')
  }))
