import { verifyPublished } from '@strand/log-proof/verify/verify-published'
import type { VerifyArguments } from './arguments.ts'

export const verifyAddress = async (
  { log: url, key, since }: VerifyArguments & { log: string },
  write: (text: string) => void,
): Promise<0 | 1> => {
  const { head, problem } = await verifyPublished({ url, key, since })
  if (key === undefined)
    write('The key was taken from the log itself: keep it for the next time.\n')
  const root = head.root.toString('base64')
  write(
    problem === null
      ? `${head.size} events, root ${root}, as signed for ${head.origin}: whole\n`
      : `${head.size} events, root ${root}: ${problem}.\n`,
  )
  return problem === null ? 0 : 1
}
