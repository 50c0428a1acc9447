export type Stock = {
  product: { productid: string; productname: string; price: number }
  location: { locationid: string; price: number }
}

export const orderForm = (
  { product, location }: Stock,
  {
    email,
    fileUid,
    fileName = 'receipt.jpg',
  }: { email: string; fileUid: string; fileName?: string },
) => ({
  firstname: 'Ada',
  lastname: 'Okafor',
  email,
  countrycode: 'NG',
  phone: '08031234567',
  instagramusername: 'ada.hair',
  location: location.locationid,
  deliveryaddress: '5 Marina Road',
  accountname: 'Ada Okafor',
  tandc: true,
  products: [{ ...product, quantity: 1, amount: product.price }],
  files: [{ fileType: 'image/jpeg', fileName, fileUid }],
  amount: product.price + location.price,
  salesid: '',
})
