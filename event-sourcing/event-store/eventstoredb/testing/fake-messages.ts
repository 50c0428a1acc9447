import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { FakeEvent, FakeExpected, FakeOutcome, FakeRecord } from './fake-log.ts'

const nameOf = (identifier: { getStreamName_asU8: () => Uint8Array } | undefined) =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

const identifierOf = (stream: string) => {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream).toString('base64'))
  return identifier
}

export type AppendTo = { stream: string; expected: FakeExpected }

export const appendToOf = (options: InstanceType<typeof streams.AppendReq.Options>): AppendTo => ({
  stream: nameOf(options.getStreamIdentifier()),
  expected: options.hasAny()
    ? 'any'
    : options.hasNoStream()
      ? 'no-stream'
      : options.hasStreamExists()
        ? 'stream-exists'
        : Number(options.getRevision()),
})

export const proposedOf = (
  message: InstanceType<typeof streams.AppendReq.ProposedMessage>,
): FakeEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

export const appendAnswer = (outcome: Exclude<FakeOutcome, { is: 'dropped' }>) => {
  const answer = new streams.AppendResp()
  if (outcome.is === 'conflict') {
    const conflict = new streams.AppendResp.WrongExpectedVersion()
    if (outcome.actual < 0) conflict.setCurrentNoStream(new shared.Empty())
    else conflict.setCurrentRevision(String(outcome.actual))
    conflict.setExpectedAny(new shared.Empty())
    return answer.setWrongExpectedVersion(conflict)
  }
  const success = new streams.AppendResp.Success()
  const position = new streams.AppendResp.Position()
  position.setCommitPosition(String(outcome.position))
  position.setPreparePosition(String(outcome.position))
  success.setCurrentRevision(String(outcome.revision))
  success.setPosition(position)
  return answer.setSuccess(success)
}

export type ReadRequest = {
  /** Null for `$all`. */
  stream: string | null
  /** A revision or a position; a forward read of `$all` includes the event at this position. */
  from: 'start' | 'end' | bigint
  backwards: boolean
  count: number
  /** A subscription begins after its position, so it excludes the event there. */
  subscription: boolean
  matches: (record: FakeRecord) => boolean
}

export const readRequestOf = (request: InstanceType<typeof streams.ReadReq>): ReadRequest => {
  const options = request.getOptions() ?? new streams.ReadReq.Options()
  const stream = options.getStream()
  const all = options.getAll()
  const place = stream ?? all
  const from = place?.hasStart()
    ? 'start'
    : place?.hasEnd()
      ? 'end'
      : BigInt(stream ? stream.getRevision() : (all?.getPosition()?.getCommitPosition() ?? 0))
  const regex = options.getFilter()?.getEventType()?.getRegex()
  return {
    stream: stream ? nameOf(stream.getStreamIdentifier()) : null,
    from,
    backwards: options.getReadDirection() === 1,
    count: options.hasCount() ? Number(options.getCount()) : 0,
    subscription: options.hasSubscription(),
    matches: ({ type }) => !regex || new RegExp(regex).test(type),
  }
}

export const eventAnswer = (record: FakeRecord) => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  recorded.setId(new shared.UUID().setString(record.id))
  recorded.setStreamIdentifier(identifierOf(record.stream))
  recorded.setStreamRevision(String(record.revision))
  recorded.setCommitPosition(String(record.position))
  recorded.setPreparePosition(String(record.position))
  recorded.getMetadataMap().set('type', record.type)
  recorded.getMetadataMap().set('content-type', record.contentType)
  recorded.getMetadataMap().set('created', String(BigInt(record.createdAt) * 10_000n))
  recorded.setData(record.data)
  recorded.setCustomMetadata(record.metadata)
  const event = new streams.ReadResp.ReadEvent()
  event.setEvent(recorded)
  event.setCommitPosition(String(record.position))
  return new streams.ReadResp().setEvent(event)
}

export const notFoundAnswer = (stream: string) => {
  const notFound = new streams.ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(identifierOf(stream))
  return new streams.ReadResp().setStreamNotFound(notFound)
}

export const confirmationAnswer = () => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId('fake')
  return new streams.ReadResp().setConfirmation(confirmation)
}

export const caughtUpAnswer = () =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())

export const checkpointAnswer = (position: bigint) => {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position))
  checkpoint.setPreparePosition(String(position))
  return new streams.ReadResp().setCheckpoint(checkpoint)
}
