/** The current time. Servers pass it to the code that needs it, so that tests can set it. */
export type Now = () => Date
