import { accountEndpoints, userArchiving, userEndpoints } from './accounts/endpoints.ts'
import { oidcEndpoints } from './accounts/oidc.endpoints.ts'
import { secondFactorEndpoints, sessionEndpoints } from './accounts/second-factor.endpoints.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { catalogueEndpoints } from './catalogue/endpoints.ts'
import { productEndpoints } from './catalogue/product.resource.ts'
import { salesEndpoints } from './catalogue/sales.resource.ts'
import type { Endpoint } from './endpoint.ts'
import { logEndpoints, logVerifierEndpoints } from './log-proof/log.endpoints.ts'
import { mailEndpoints } from './mail/endpoints.ts'
import { orderMailEndpoints } from './mail/order-mails.ts'
import { bankEndpoints } from './money/bank.endpoints.ts'
import { bankLineEndpoints } from './money/bank-line.endpoints.ts'
import { orderPaymentEndpoints } from './money/order-payment.ts'
import { approvalProposalEndpoints } from './order/approval-proposal.ts'
import { assignmentEndpoints } from './order/assignment.ts'
import { customerContactEndpoints } from './order/customer-contact.ts'
import { orderEndpoints } from './order/endpoints.ts'
import { orderLeaseEndpoints } from './order/lease.ts'
import { noteEndpoints } from './order/notes.ts'
import { owedEndpoints } from './order/owed.ts'
import { pricePromiseEndpoints } from './order/price-promise.ts'
import { proofReadingEndpoints } from './order/proof-reading.ts'
import { questionEndpoints } from './order/question.endpoints.ts'
import { receiptEndpoints } from './order/receipt.ts'
import {
  orderArchiving,
  orderCommandEndpoints,
  orderDeskEndpoints,
  orderListEndpoints,
} from './order/staff.endpoints.ts'
import { takenBackEndpoints } from './order/taken-back.ts'
import { trackingEndpoints } from './order/tracking.endpoints.ts'
import { uploadEndpoints } from './order/upload.endpoints.ts'
import { reportEndpoints } from './reports/endpoints.ts'
import { shopEndpoints } from './shop/endpoints.ts'
import { staffNoticeEndpoints } from './shop/staff.endpoints.ts'
import { viewEndpoints } from './views/view.ts'

export const allEndpoints: Endpoint[] = [
  orderEndpoints,
  pricePromiseEndpoints,
  uploadEndpoints,
  trackingEndpoints,
  receiptEndpoints,
  orderListEndpoints,
  orderDeskEndpoints,
  orderCommandEndpoints,
  orderArchiving,
  orderLeaseEndpoints,
  orderMailEndpoints,
  customerContactEndpoints,
  questionEndpoints,
  proofReadingEndpoints,
  noteEndpoints,
  assignmentEndpoints,
  approvalProposalEndpoints,
  catalogueEndpoints,
  productEndpoints,
  salesEndpoints,
  ...catalogue.map(({ endpoints }) => endpoints),
  bankEndpoints,
  bankLineEndpoints,
  orderPaymentEndpoints,
  takenBackEndpoints,
  owedEndpoints,
  reportEndpoints,
  shopEndpoints,
  staffNoticeEndpoints,
  mailEndpoints,
  accountEndpoints,
  userEndpoints,
  userArchiving,
  viewEndpoints,
  logEndpoints,
  logVerifierEndpoints,
  oidcEndpoints,
  secondFactorEndpoints,
  sessionEndpoints,
].flatMap((group): Endpoint[] => Object.values(group))
