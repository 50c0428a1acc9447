/** The number of hours for which the prices that a customer saw stay valid. */
export const promiseHours = 24

/** The number of days after a promise in which a customer may still insist on its prices. */
export const insistDays = 30
