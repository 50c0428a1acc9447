/**
 * If a text has more than `longest` characters, cuts it after `cut` characters, and adds three
 * dots.
 */
const truncate = (text: string, cut: number, longest: number): string => {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, cut).join('')}...`
}

export const shortProductName = (name: string): string => truncate(name, 35, 38)

export const shortFileName = (name: string): string => truncate(name, 12, 15)
