export async function* prepend(
  first: Buffer,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
