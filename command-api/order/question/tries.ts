import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'

type Options = { pool: Pool; now: Now }

/**
 * The maximum number of wrong tries for a question. Afterwards, only the link in the email opens
 * the question.
 */
const maxWrong = 5
const keptDays = 30

const tooManyTries = () =>
  new Rejected(
    'forbidden',
    'Too many wrong attempts. Please open the link in the email about this question',
  )

/**
 * Whether the digits are right. Each try is counted before its digits are compared, so that even a
 * thousand tries at the same time count; a right try is then subtracted again. After too many wrong
 * tries, even the right digits are refused.
 */
export const tryDigits = async (
  { pool, now }: Options,
  questionId: string,
  areRight: () => Promise<boolean>,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `insert into question_try (question_id, wrong, last_at) values ($1, 1, $2)
     on conflict (question_id) do update
       set wrong = question_try.wrong + 1, last_at = excluded.last_at
       where question_try.wrong < $3`,
    [questionId, now().toISOString(), maxWrong],
  )
  if (rowCount === 0) throw tooManyTries()
  if (!(await areRight())) return false
  await pool.query('update question_try set wrong = wrong - 1 where question_id = $1', [questionId])
  return true
}

export const forgetQuestionTries = ({ pool, now }: Options) =>
  pool.query(
    `delete from question_try
     where last_at < $1::timestamptz - make_interval(days => ${keptDays})`,
    [now().toISOString()],
  )
