/** The fields that an order list can be sorted by. */
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
