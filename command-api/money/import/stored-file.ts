import type { FileStore } from '@strand/platform/files/open'

export const storedFile = async (files: Pick<FileStore, 'read'>, fileKey: string) => {
  const stored = await files.read(fileKey)
  if (!stored) return null
  // In the simulator, the stream is a generator. It has no `toArray`, and Node's other helpers take
  // real time.
  const chunks: Uint8Array[] = []
  for await (const chunk of stored.stream) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
