/** For how many hours a price that a customer saw stays valid. */
export const promiseHours = 24

/** For how many days after a promise a customer may still insist on its prices. */
export const insistDays = 30
