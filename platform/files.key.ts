/** A key becomes part of a path or a URL: nothing but letters and digits may ever get there. */
export const checkedKey = (key: string): string => {
  if (!/^[A-Za-z0-9]{16,100}$/.test(key)) throw new TypeError('a file key has a wrong form')
  return key
}
