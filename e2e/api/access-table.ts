import { allEndpoints } from '@strand/contracts/endpoints'

/**
 * Who may make which call: the specification's table of roles, written without a look at the
 * endpoints' own declarations. `access.int.test.ts` compares the two, and the server with the
 * endpoints.
 */
export const actors = [
  'anonymous',
  'pending',
  'auditor',
  'administrator',
  'superadministrator',
] as const
export type Actor = (typeof actors)[number]

const anyone = [...actors]
/** For calls about the caller's own account, which pending users need, too. */
const signedIn: Actor[] = ['pending', 'auditor', 'administrator', 'superadministrator']
const readers: Actor[] = ['auditor', 'administrator', 'superadministrator']
const verifiers: Actor[] = ['auditor', 'superadministrator']
const managers: Actor[] = ['administrator', 'superadministrator']
const owners: Actor[] = ['superadministrator']

/** Operation ids as patterns. An endpoint belongs to the row whose pattern matches its whole id. */
const rows: [Actor[], RegExp][] = [
  [anyone, /getShop|listCountries|listProductChoices|listLocationChoices|getLocationPrice/],
  [anyone, /listRunningSales|listOrderStatuses|trackOrder|getOrderHistory|getConfirmationTime/],
  [anyone, /createOrder|issuePaymentCode|promisePrices|uploadProof|reviewOrder|getProductPicture/],
  // These calls are public, because their answers contain only hashes, numbers and signatures.
  [anyone, /getLog(Checkpoint|Key(Changes)?|Tile(In(Two|Three)Parts)?)/],
  [anyone, /getOrderReceipt/],
  [verifiers, /getLog(Proof|Entries(In(Two|Three)Parts)?|Status)|listLogCheckpoints/],
  [verifiers, /cosignLogCheckpoint|listOrderLogIndexes|verifyLog|getLatestLogVerification/],
  // The permission is a mailed token, or the last digits of a phone number; there are only a few
  // tries.
  [anyone, /readQuestion|answerQuestion/],
  // A valid signature, which is part of the address, is the permission.
  [anyone, /getProofFile/],
  [anyone, /login|requestPasswordReset|resetPassword|changeTemporaryPassword/],
  [anyone, /activateAccount|confirmDevice/],
  // The provider proves the user's identity, to the browser in which the sign-in began.
  [anyone, /getSignInProvider|beginOidc|returnFromOidc|finishOidc/],
  // The refresh token in the body is the permission.
  [anyone, /refreshSession|logout/],
  [signedIn, /updatePassword|updateUser/],
  // The challenge in the body is the permission; only the right password gives one.
  [anyone, /proveSecondFactor|enrolAtSignIn/],
  [signedIn, /listOwnFactors|beginEnrolment|finishEnrolment|renewRecoveryCodes|removeFactor/],
  [signedIn, /listOwnSessions|endOwnSession|endOtherSessions/],
  [readers, /list(Pending|Confirmed|Shipped|Returned|Archived)Orders|listMatchingOrderIds/],
  [readers, /listOrderMails|getMailDelay|getProofReading/],
  [readers, /countOrders|listOrdersById|listOrderEvents|exportConfirmedOrders|followOrders/],
  [readers, /(create|update|delete)View|listViews|exportView/],
  [readers, /searchOrders/],
  [readers, /listNotices|listParkedStreams/],
  [readers, /list(Archived)?(Products|Locations|Sales)/],
  [managers, /getCustomerContact|contactCustomer/],
  [managers, /approveOrder|approveBankLines|changeOrderStatus|undoOrderChanges?|askQuestion/],
  [managers, /(create|update)(Product|Location|Sales)|updateSalesMessage|uploadProductPicture/],
  [readers, /listBank(Accounts|Statements|Lines)|getBank(Coverage|Statement)/],
  [readers, /getOrderPayment|listOrdersWithMoney|countBankLines|listTakenBack|listOwed/],
  [managers, /(preview|import)BankStatement|undoImport/],
  [managers, /seeToTakenBack/],
  [managers, /(match|unmatch|setAside|reopen|merge|keep)BankLine/],
  [managers, /(owe|unowe|settle|unsettle)BankLine/],
  [owners, /addBankAccount/],
  [readers, /(get|issue)(Sales|Locations|Pipeline|Money)Report|getOverview|get(Day|Month)Close/],
  [readers, /listIssuedReports|rerunIssuedReport/],
  [['auditor', 'superadministrator'], /(get|issue)(Products|Campaigns|Staff)Report/],
  [managers, /shipOrders/],
  [managers, /nextReview|takeLease|releaseLease/],
  [managers, /addNote|listColleagues|assignOrder|withdrawApproval/],
  [readers, /listMentions|markMentionsRead/],
  [managers, /(archive|restore)(Order|Product|Location|SalesCampaign|User)s?/],
  [managers, /list(Archived)?Users/],
  [managers, /listMails|countMails|retryMail|sendFailedMails|(send|drop)HeldMails/],
  [owners, /listRoles|createUser|inviteUser|listActivity|reserveOrderIds|exportOrderedProducts/],
  [owners, /listUnusedOrderIds/],
  [owners, /eraseUser|eraseOrders?/],
]

/** The actors that the table allows for an endpoint; null unless exactly one row matches its id. */
export const callersOf = (operationId: string): Actor[] | null => {
  const [row, another] = rows.filter(([, ids]) => new RegExp(`^(${ids.source})$`).test(operationId))
  return row && !another ? row[0] : null
}

/** Rate limits per client address: the requests allowed, and in how many seconds. */
export const limitTable: Record<string, [requests: number, seconds: number]> = {
  createOrder: [60, 3600],
  issuePaymentCode: [300, 3600],
  promisePrices: [600, 3600],
  uploadProof: [300, 3600],
  uploadProductPicture: [300, 3600],
  previewBankStatement: [300, 3600],
  trackOrder: [60, 60],
  getOrderHistory: [60, 60],
  login: [20, 60],
  proveSecondFactor: [20, 60],
  enrolAtSignIn: [20, 60],
  // One sign-in at a provider makes all three calls.
  beginOidc: [60, 60],
  returnFromOidc: [60, 60],
  finishOidc: [60, 60],
  requestPasswordReset: [10, 3600],
  // Beyond the specification: routes where callers could guess a secret or write without signing
  // in.
  getLogCheckpoint: [1200, 60],
  getLogKey: [1200, 60],
  getLogKeyChanges: [1200, 60],
  getLogTile: [1200, 60],
  getLogTileInTwoParts: [1200, 60],
  getLogTileInThreeParts: [1200, 60],
  getLogProof: [600, 60],
  getLogEntries: [600, 60],
  getLogEntriesInTwoParts: [600, 60],
  getLogEntriesInThreeParts: [600, 60],
  listOrderLogIndexes: [600, 60],
  cosignLogCheckpoint: [60, 60],
  getOrderReceipt: [60, 60],
  reviewOrder: [60, 3600],
  readQuestion: [60, 3600],
  answerQuestion: [60, 3600],
  resetPassword: [20, 60],
  changeTemporaryPassword: [20, 60],
  activateAccount: [20, 60],
  confirmDevice: [20, 60],
  // These calls are limited, because an issued report is kept forever.
  issueSalesReport: [120, 3600],
  issueProductsReport: [120, 3600],
  issueCampaignsReport: [120, 3600],
  issueLocationsReport: [120, 3600],
  issuePipelineReport: [120, 3600],
  issueStaffReport: [120, 3600],
  issueMoneyReport: [120, 3600],
  refreshSession: [120, 60],
  logout: [120, 60],
}

/** A route with its parameter names removed: `GET /api/orders/:x/track`. */
export const routeKey = (method: string, path: string) =>
  `${method} ${path.replace(/:\w+|\{\w+\}/g, ':x')}`

export const endpointsByRoute = new Map(
  allEndpoints.map((endpoint) => [routeKey(endpoint.method, endpoint.path), endpoint]),
)
