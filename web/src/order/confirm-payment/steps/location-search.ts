import type { ComboboxOption } from '../../../shared/fields/combobox.tsx'
import { placesOfStates } from './nigerian-places.ts'
import { nearest, typosFor, wordsOf } from './word-search.ts'

/** The cities in the states that the location's name mentions. */
const placesOf = (location: string): string[] => {
  const name = ` ${wordsOf(location).join(' ')} `
  const states = Object.keys(placesOfStates).filter((state) => name.includes(` ${state} `))
  if (states.length === 0 && name.includes(' abuja ')) states.push('fct')
  return states.flatMap((state) => placesOfStates[state]?.split(', ') ?? [])
}

/**
 * Finds locations by their names, and by the cities in the states that the names mention. A few
 * typos are allowed. A location that was found by a city shows the city's name.
 */
export const matchingLocations = (options: ComboboxOption[], search: string): ComboboxOption[] => {
  const wanted = wordsOf(search)
  if (wanted.length === 0) return options
  const found = options.map((option) => {
    const own = typosFor(wanted, wordsOf(option.text))
    const places = placesOf(option.text).map((place) => ({
      place,
      typos: typosFor(wanted, [...wordsOf(place), ...wordsOf(option.text)], 'begin'),
    }))
    const fewest = Math.min(own, ...places.map(({ typos }) => typos))
    const note = places.find(({ typos }) => typos === fewest)?.place
    return {
      thing: own === fewest || note === undefined ? option : { ...option, note },
      typos: fewest,
    }
  })
  const typed = wanted.join(' ')
  const isFirst = ({ text, note }: ComboboxOption) =>
    wordsOf(text).join(' ').startsWith(typed) ? 0 : note === undefined ? 1 : 2
  return nearest(found).sort((one, other) => isFirst(one) - isFirst(other))
}
