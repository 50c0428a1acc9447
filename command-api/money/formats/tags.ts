import { Parser } from 'htmlparser2'
import { damaged } from './statement.ts'
import type { Element } from './xml.ts'

/**
 * How deeply tags may be nested. A value without an end tag counts as a level until its parent
 * ends.
 */
const deepest = 200

/** How many elements are kept at a time. No transaction or account has that many. */
const maxNodes = 300_000

/** How many characters to parse at a time, so that a large file is never in memory twice. */
const step = 1 << 16

/**
 * Reads the tags of OFX 1 (SGML) and OFX 2 (XML). When an element with one of the given names ends,
 * passes it to its handler, and then drops it. In OFX 1, a value needs no end tag:
 * `<CODE>0<SEVERITY>INFO</STATUS>` is a status with two values. So an element without an end tag of
 * its own is a value, and the elements after it are its siblings.
 */
export const readTags = (text: string, handlers: Record<string, (element: Element) => void>) => {
  const open: (Element & { size: number; hasText: boolean })[] = []
  let kept = 0
  let nodes = 0
  let textEnd = -1
  const wanted = (name: string) => Object.hasOwn(handlers, name)
  const end = (isImplied: boolean) => {
    const element = open.pop()
    if (!element) return
    const { name, children, size } = element
    const parent = open.at(-1)
    if (wanted(name)) {
      // This element was never closed: the file was cut off, or joined from parts.
      if (isImplied && children.length > 0) throw damaged(`${name} is not closed`)
      kept--
      nodes -= size
      handlers[name]?.(element)
    } else if (kept > 0 && parent) {
      parent.size += size
      if (isImplied) parent.children.push({ ...element, children: [] }, ...children)
      else parent.children.push(element)
    }
  }
  const parser = new Parser(
    {
      onopentag: (tag) => {
        if (open.length >= deepest) throw damaged('it is nested too deeply')
        const name = tag.toUpperCase()
        if (wanted(name)) kept++
        if (kept > 0 && ++nodes > maxNodes)
          throw damaged('one of its elements holds too many others')
        open.push({ name, attributes: {}, text: '', children: [], size: 1, hasText: false })
      },
      ontext: (more) => {
        const element = open.at(-1)
        if (!element || kept === 0) return
        // A stray end tag between elements does no harm, but it is not certain that `3</X>735.28`
        // means 3735.28.
        if (/\S/.test(more)) {
          if (element.hasText && parser.startIndex !== textEnd + 1)
            throw damaged(`there is a tag inside the text of ${element.name}`)
          element.hasText = true
        }
        element.text += more
        textEnd = parser.endIndex
      },
      onclosetag: (_, isImplied) => end(isImplied),
    },
    { xmlMode: true },
  )
  for (let at = 0; at < text.length; at += step) parser.write(text.slice(at, at + step))
  parser.end()
}
