import type { ShopContact } from '../mail/templates/content.ts'

export const shopContact: ShopContact = {
  name: 'Strand Hair',
  supportEmail: 'help@strand.example',
  instagram: 'strand',
  whatsapp: '2348012345678',
  bankName: 'First Example Bank',
  bankAccountName: 'Strand Hair Ltd',
  bankAccountNumber: '0123456789',
}
