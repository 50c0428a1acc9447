import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { openProcessorBudget } from '@strand/platform/fairness/budget'
import { type Claimant, openPlaces } from '@strand/platform/fairness/places'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type PasswordHashes = {
  /**
   * Returns a PHC string with its salt and parameters. Throws 429 or 503 if too many calls are
   * waiting.
   *
   * @param by the client, so that clients take turns in the queue
   */
  make: (password: string, by: Claimant) => Promise<string>
  /**
   * Whether the password matches `phc`. For null (an unknown address), does the same work and
   * returns false, so that timing reveals nothing.
   */
  verify: (phc: string | null, password: string, by: Claimant) => Promise<boolean>
  /** Whether a hash was made with weaker parameters than the current ones. */
  isOutdated: (phc: string) => boolean
}

/**
 * argon2id, at most 4 hashes at a time: 32 at once would occupy a small machine for over a second.
 */
export const openPasswordHashes = async (): Promise<PasswordHashes> => {
  const places = openPlaces({
    atOnce: Math.min(4, availableParallelism()),
    queue: 50,
    budget: openProcessorBudget(),
  })
  const make = (password: string) => hash(password, { ...parameters, algorithm: argon2id })
  const nobody = await make('the password of nobody')
  return {
    make: (password, by) => places.spend(by, () => make(password)),
    verify: (phc, password, by) =>
      places.spend(by, async () => (await verify(phc ?? nobody, password)) && phc !== null),
    isOutdated: (phc) => {
      const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(phc) ?? []
      return !(Number(memory) >= parameters.memoryCost && Number(time) >= parameters.timeCost)
    },
  }
}

/** The package declares a `const enum`, which type stripping cannot read. */
const argon2id = 2 satisfies Algorithm.Argon2id
