import type { ProductChoice } from '@strand/contracts/catalogue/product'

export type Section = { heading: string; products: ProductChoice[] }

/**
 * Divides the products into sections: first the chosen products, then each group, then the products
 * without a group. If there are only products without a group, their section has no heading.
 */
export const sectionsOf = (
  products: ProductChoice[],
  isChosen: (product: ProductChoice) => boolean,
): Section[] => {
  const sections = new Map<string, Section>()
  const add = (key: string, heading: string, product: ProductChoice) => {
    const section = sections.get(key) ?? { heading, products: [] }
    section.products.push(product)
    sections.set(key, section)
  }
  for (const product of products.filter(isChosen)) add('chosen', 'Chosen', product)
  const others = products.filter((product) => !isChosen(product))
  const keyOf = ({ group }: ProductChoice) => group.toLowerCase()
  const grouped = others.filter(({ group }) => group !== '')
  for (const product of grouped.sort((one, other) => keyOf(one).localeCompare(keyOf(other), 'en')))
    add(`group ${keyOf(product)}`, product.group, product)
  for (const product of others.filter(({ group }) => group === ''))
    add('others', 'Other products', product)
  const found = [...sections.values()]
  return found.length === 1 && sections.has('others') ? [{ heading: '', products }] : found
}
