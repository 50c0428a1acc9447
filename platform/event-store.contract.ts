import { describe, onTestFinished } from 'vitest'
import { appendContract } from './event-store.append.contract.ts'
import { closeContract } from './event-store.close.contract.ts'
import { faultContract } from './event-store.fault.contract.ts'
import { malformedContract } from './event-store.malformed.contract.ts'
import { subscribeContract } from './event-store.subscribe.contract.ts'
import type { Fault, StoreUnderTest } from './event-store.under-test.testing.ts'

/**
 * The contract of every event log adapter. `makeStore` is called once per test, and cleans up with
 * `onTestFinished`, except for closing the store. `faults` lists the faults that `server` offers.
 */
export const eventStoreContract = (
  name: string,
  makeStore: () => Promise<StoreUnderTest>,
  options: { faults?: Fault[] } = {},
): void => {
  const open = async (): Promise<StoreUnderTest> => {
    const made = await makeStore()
    onTestFinished(() => made.store.close())
    return made
  }
  describe(name, () => {
    appendContract(open)
    malformedContract(open)
    subscribeContract(open)
    closeContract(open)
    for (const fault of options.faults ?? []) faultContract(fault, open)
  })
}
