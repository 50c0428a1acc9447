import { z } from 'zod'
import { CommandAnswer, RowCommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'
import { AnswerQuestion, AskedQuestion, AskQuestion, ReadQuestion } from './question.ts'

const orderIdParameter = z.object({ orderId: pathIdentifier })

export const questionEndpoints = endpoints('Orders', {
  askQuestion: {
    method: 'POST',
    path: '/api/admin/orders/:orderId/question',
    access: { permission: 'orders.manage' },
    summary: 'Ask the customer a question about a pending order',
    params: orderIdParameter,
    body: AskQuestion,
    response: { 200: RowCommandAnswer },
  },
  readQuestion: {
    method: 'POST',
    path: '/api/orders/:orderId/question',
    access: 'public',
    summary: 'Get the open question about an order',
    params: orderIdParameter,
    body: ReadQuestion,
    response: { 200: CommandAnswer.extend({ result: AskedQuestion }) },
  },
  answerQuestion: {
    method: 'POST',
    path: '/api/orders/:orderId/answer',
    access: 'public',
    summary: 'Answer the open question about an order',
    params: orderIdParameter,
    body: AnswerQuestion,
    response: { 201: CommandAnswer },
  },
})
