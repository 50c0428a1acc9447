/** An argument of the shop's process: see `proveLog` in `ShopOptions`. */
export const withoutLogProof = '--without-log-proof'
