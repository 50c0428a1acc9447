/**
 * The pure heart of a feature: `evolve` folds a stream's events to the state that `decide` needs,
 * and `decide` answers a command with the events that follow from it, or throws `Rejected`.
 * Neither reads a clock, makes an id or does I/O: time, ids and prices come in on the command.
 */
export type Decider<State, Command, Event> = {
  initialState: State
  evolve: (state: State, event: Event) => State
  decide: (command: Command, state: State) => Event[]
}
