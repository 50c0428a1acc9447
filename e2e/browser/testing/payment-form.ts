import type { Page } from 'playwright-core'

export const fillCustomer = async (page: Page) => {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Email').fill('ada@mail.example')
  await page.getByLabel('Phone number').fill('0803 123 4567')
  await page.getByLabel('Instagram username').fill('ada.hair')
  await page.getByRole('button', { name: 'Next page' }).click()
}

export const chooseProduct = async (page: Page, product: string) => {
  await page.getByRole('button', { name: `Add ${product}` }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
}

export const fillDelivery = async (page: Page, location: string, receipt: string) => {
  await page.getByRole('combobox', { name: 'Location' }).fill(location)
  await page.getByRole('option', { name: location }).click()
  await page.getByLabel('Delivery address').fill('5 Marina Road')
  await page.getByLabel('Account name').fill('Ada Okafor')
  await page.locator('input[type=file]').setInputFiles(receipt)
  await page.getByText('Uploaded').waitFor()
  await page.getByRole('checkbox', { name: /terms/i }).check()
}

export const confirmButton = (page: Page) =>
  page.getByRole('button', { name: 'Confirm', exact: true })

/**
 * A picture drawn by the page, as Base64. `spots` of random colours make it as large as a photo's
 * JPEG.
 */
export const drawPicture = async (
  page: Page,
  { width, height, spots, type }: { width: number; height: number; spots: number; type: string },
): Promise<string> => {
  const url = await page.evaluate(
    ([width, height, spots, type]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      for (let spot = 0; context && spot < spots; spot++) {
        context.fillStyle = `hsl(${spot % 360} 60% ${30 + (spot % 50)}%)`
        context.fillRect(Math.random() * width, Math.random() * height, 9, 9)
      }
      return canvas.toDataURL(type, 0.95)
    },
    [width, height, spots, type] as const,
  )
  return url.slice(url.indexOf(',') + 1)
}

export const sentOrderId = async (page: Page): Promise<string> => {
  await page.getByRole('heading', { name: 'Your order has been sent' }).waitFor()
  const text = await page.getByRole('region', { name: 'Order id' }).textContent()
  return /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text ?? '')?.[0] ?? ''
}
