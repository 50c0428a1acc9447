import { beforeEach, expect, type RunnerTask, type RunnerTestCase } from 'vitest'
import { restartRandom } from '../platform/testing/random.ts'

// vitest's setup file, which runs before each test file. Several files share a process, so this
// file removes the state of the previous file.
restartRandom()
expect.setState({ currentTestName: '' })

const testsIn = (tasks: RunnerTask[]): RunnerTestCase[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task.tasks) : [task as RunnerTestCase]))

beforeEach(({ task }) => {
  restartRandom(testsIn(task.file.tasks).findIndex(({ id }) => id === task.id) + 1)
})
