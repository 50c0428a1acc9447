/** The time, as the servers hand it to whatever needs it, so that a test can hold it still. */
export type Now = () => Date
