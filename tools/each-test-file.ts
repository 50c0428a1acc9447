import { beforeEach, expect, type RunnerTask, type RunnerTestCase } from 'vitest'
import { restartRandom } from '../platform/testing/random.ts'

// vitest's setup file: runs before each test file, of which several share a process. Nothing of the
// one before is left.
restartRandom()
expect.setState({ currentTestName: '' })

const testsIn = (tasks: RunnerTask[]): RunnerTestCase[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task.tasks) : [task as RunnerTestCase]))

beforeEach(({ task }) => {
  restartRandom(testsIn(task.file.tasks).findIndex(({ id }) => id === task.id) + 1)
})
