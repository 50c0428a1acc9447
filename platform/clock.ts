/** The current time. Servers pass it to whatever needs it, so that tests can freeze it. */
export type Now = () => Date
