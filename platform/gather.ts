/**
 * Asks many questions as one: those that come while an answer is under way wait for it, and then go
 * out together, `most` of them at a time. One that comes alone is asked at once, so that nobody waits
 * who need not. An `ask` that fails fails every question it was given.
 *
 * @param ask gets one question or more, and gives as many answers, in their order
 */
export const gathering = <Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  most = 100,
): ((question: Question) => Promise<Answer>) => {
  type Waiting = PromiseWithResolvers<Answer> & { question: Question }
  let waiting: Waiting[] = []
  let asking = false

  const askAll = async () => {
    asking = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const answers = await ask(batch.map(({ question }) => question))
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    asking = false
  }

  return (question) => {
    const own: Waiting = { ...Promise.withResolvers<Answer>(), question }
    waiting.push(own)
    if (!asking) void askAll()
    return own.promise
  }
}
