import { parentPort, workerData } from 'node:worker_threads'
import { openTask, type Task } from './statement-task.ts'

// This thread reads a file, so that the server's event loop stays free.
const sendLines = openTask(workerData as Task, (message) => parentPort?.postMessage(message))
parentPort?.on('message', sendLines)
