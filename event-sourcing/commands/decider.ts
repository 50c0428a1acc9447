/**
 * The pure core of a feature: `evolve` folds a stream's events into the state that `decide` needs,
 * and `decide` answers a command with the resulting events, or throws `Rejected`. Neither reads a
 * clock, creates an id or does I/O: time, ids and prices come with the command.
 */
export type Decider<State, Command, Event> = {
  initialState: State
  evolve: (state: State, event: Event) => State
  decide: (command: Command, state: State) => Event[]
}
