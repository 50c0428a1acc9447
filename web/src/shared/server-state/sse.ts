import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Reads an event stream to its end. Calls `onPart` for every part, including heartbeats. */
export const readEventStream = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onPart, onEvent }: { onPart: () => void; onEvent: (event: EventSourceMessage) => void },
): Promise<void> => {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const parser = createParser({ onEvent })
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onPart()
    parser.feed(value)
  }
}

/**
 * In milliseconds: how long to wait before the next try after this many failures, from about 3 s to
 * about a minute.
 */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(3_000 * 2 ** Math.max(0, failures - 1), 60_000) * (0.75 + random / 2)
