import { parentPort, workerData } from 'node:worker_threads'
import { openTask, type Task } from './statement-task.ts'

// Reads a file outside of the event loop.
const sendLines = openTask(workerData as Task, (message) => parentPort?.postMessage(message))
parentPort?.on('message', sendLines)
