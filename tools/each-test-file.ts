import { expect } from 'vitest'
import { restartRandom } from '../platform/testing/random.ts'

// vitest's setup file: runs before each test file, of which several share a process. Nothing of the
// one before is left.
restartRandom()
expect.setState({ currentTestName: '' })
