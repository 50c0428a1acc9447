/** Hours for which a price that a customer saw holds. */
export const promiseHours = 24

/** Days after a promise for which a customer may still insist on its price. */
export const insistDays = 30
