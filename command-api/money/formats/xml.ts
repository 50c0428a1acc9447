import { SaxesParser, type SaxesTagNS } from 'saxes'
import { damaged } from './statement.ts'

export type Element = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

const deepest = 60

/**
 * The maximum number of elements inside an element that has a handler; a batch may have thousands
 * of transfers.
 */
const maxNodes = 300_000

const maxAttributes = 250

/** How many characters to parse at a time, so that a large file is never in memory twice. */
const step = 1 << 16

/**
 * Reads XML. When an element with one of the given names ends, passes it to its handler, with those
 * of its children that have no handler themselves. Keeps nothing else. Throws for a DOCTYPE,
 * because entities can make a small file expand to a large one.
 */
export const readXml = (text: string, handlers: Record<string, (element: Element) => void>) => {
  const parser = new SaxesParser({ xmlns: true })
  const open: (Element & { size: number })[] = []
  let attributeCount = 0
  let kept = 0
  let nodes = 0
  const wanted = (name: string) => Object.hasOwn(handlers, name)
  parser.on('doctype', () => {
    throw damaged('it has a DOCTYPE')
  })
  parser.on('error', () => {
    throw damaged('it is not well-formed XML')
  })
  parser.on('attribute', () => {
    if (++attributeCount > maxAttributes) throw damaged('a tag has too many attributes')
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (open.length >= deepest) throw damaged('it is nested too deeply')
    const values = Object.values(tag.attributes).map(({ local, value }) => [local, value])
    const attributes = Object.fromEntries(values)
    open.push({ name: tag.local, attributes, text: '', children: [], size: 1 })
    attributeCount = 0
    if (wanted(tag.local)) kept++
    if (kept > 0) nodes++
    if (nodes > maxNodes) throw damaged('one of its elements holds too many others')
  })
  const addText = (more: string) => {
    const element = open.at(-1)
    if (element && kept > 0) element.text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) return
    const isWanted = wanted(element.name)
    const parent = open.at(-1)
    if (isWanted) kept--
    // Handled elements are dropped, so a statement can have any number of entries.
    if (isWanted) {
      nodes -= element.size
      handlers[element.name]?.(element)
    } else if (kept > 0 && parent) {
      parent.size += element.size
      parent.children.push(element)
    }
  })
  for (let at = 0; at < text.length; at += step) parser.write(text.slice(at, at + step))
  parser.close()
}

export const xmlEncoding = (head: string): string | undefined =>
  /<\?xml[^>]{0,100}encoding=["']([\w-]+)/i.exec(head)?.[1]

export const find = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>(
    (parent, name) => parent?.children.find((child) => child.name === name),
    element,
  )

export const findAll = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/**
 * Returns the text of an element. Throws if the element has children, because the file is then
 * damaged.
 */
export const wholeText = ({ name, text, children }: Element): string => {
  if (children.length > 0) throw damaged(`${name} holds another element`)
  return text
}

/** The text of the element at a path; empty if there is none. */
export const textAt = (element: Element | undefined, ...path: string[]): string => {
  const found = find(element, ...path)
  return found ? wholeText(found).trim() : ''
}
