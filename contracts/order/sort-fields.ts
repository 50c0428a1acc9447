/** What an order list sorts by. */
export const orderSortFields = [
  'createdat',
  'orderid',
  'orderstatus',
  'total',
  'quantity',
  'deliveryprice',
  'fullname',
  'accountname',
  'email',
  'phone',
  'instagramusername',
  'country',
  'deliverylocation',
  'deliveryaddress',
  'sales',
] as const
