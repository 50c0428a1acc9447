/** The current time. Servers pass it on to what needs it, so that tests can set it. */
export type Now = () => Date
