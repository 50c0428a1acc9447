/**
 * An init script that gives the page a clock that is off by this many milliseconds, and that a test
 * can set.
 */
export const clockOff = (milliseconds: number) => {
  const real = Date.now.bind(Date)
  Object.assign(window, { clockOff: milliseconds })
  const off = () => Number(Reflect.get(window, 'clockOff'))
  const Real = Date
  class Wrong extends Real {
    constructor(...given: [] | [string | number]) {
      if (given.length === 0) super(real() + off())
      else super(given[0])
    }
    static override now() {
      return real() + off()
    }
  }
  Object.assign(window, { Date: Wrong })
}
