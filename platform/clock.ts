/** The current time. The servers pass it to whatever needs it, so that a test can freeze it. */
export type Now = () => Date
