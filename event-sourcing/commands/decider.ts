/**
 * The pure core of a feature. `evolve` folds a stream's events into the state that `decide` needs.
 * `decide` returns a command's events, or throws `Rejected`. Neither reads a clock, creates an id
 * or does I/O: the command brings time, ids and prices.
 */
export type Decider<State, Command, Event> = {
  initialState: State
  evolve: (state: State, event: Event) => State
  decide: (command: Command, state: State) => Event[]
}
