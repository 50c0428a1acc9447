import { describe, onTestFinished } from 'vitest'
import { appendContract } from './append.contract.ts'
import { closeContract } from './close.contract.ts'
import { faultContract } from './fault.contract.ts'
import { malformedContract } from './malformed.contract.ts'
import type { Fault, StoreUnderTest } from './store-under-test.ts'
import { subscribeContract } from './subscribe.contract.ts'

/**
 * The contract of every event log adapter. `makeStore` is called once per test, and uses
 * `onTestFinished` to clean up everything but the store, which the test closes. Its argument is the
 * timeout of requests in milliseconds: short in tests that wait for the timeout, and by default
 * long enough for a busy machine. `faults` lists the faults that `server` offers.
 */
export const eventStoreContract = (
  name: string,
  makeStore: (timeout?: number) => Promise<StoreUnderTest>,
  options: { faults?: Fault[] } = {},
): void => {
  const open = async (timeout?: number): Promise<StoreUnderTest> => {
    const made = await makeStore(timeout)
    onTestFinished(() => made.store.close())
    return made
  }
  describe(name, () => {
    appendContract(open)
    malformedContract(open)
    subscribeContract(open)
    closeContract(open)
    for (const fault of options.faults ?? []) faultContract(fault, () => open(4_000))
  })
}
