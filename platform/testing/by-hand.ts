/** A whole number that whoever runs a test by hand gives in the environment; else that of every run. */
export const givenByHand = (name: string, otherwise: number): number => {
  const given = process.env[name]
  if (given === undefined) return otherwise
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new Error(`${name} must be a number from 1`)
  return Number(given)
}
