/** An argument of the shop's process: see `proveLog` of `ShopOptions`. */
export const withoutLogProof = '--without-log-proof'
