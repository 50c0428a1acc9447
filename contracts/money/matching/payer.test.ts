import { expect, test } from 'vitest'
import { payerPart, shopNameWords } from './payer.ts'

const shop = shopNameWords(['LUXE STRANDS LTD'])
const payerOf = (narration: string, payer = '') =>
  payerPart({ narration, payer }, shop).words.join(' ')

test.each([
  // Zenith
  ['NIP/GTB/OBI ADA NKEM/hair', 'OBI ADA NKEM'],
  ['NIP/OPAY/ada obi/Transfer from ada obi to LUXE STRANDS LTD', 'ADA OBI'],
  ['NIP/FBN/OBI ADA/FBNMOBILE:LUXE STRANDS LTD/wig', 'OBI ADA'],
  ['NIP/UBA/OBI  ADA/MOB/UTO/6386936707/000015/Soft', 'OBI ADA'],
  ['NIP/KBL/TRF BO OBI ADA /KIP ZENITH/1015222777', 'OBI ADA'],
  ['NIP/GTB/OBI ADA NKEMOBI, ADA NKEM/REF224875938000', 'OBI ADA NKEM'],
  ['NIP CR/MOB/OBI ADA/UBA/wig', 'OBI ADA'],
  ['CIP CR/ OBI ADA/Transfer from OBI ADA', 'OBI ADA'],
  ['CIP/CR//Transfer from OBI ADA 100004250602065250133930086343', 'OBI ADA'],
  ['CIP/CR//wig for Bola 100004250602085735133938324661/FRM OBI ADA', 'OBI ADA'],
  ['TRF FROM OBI ADA//TRF TO LUXE STRANDS LTD//hair for Bola', 'OBI ADA'],
  ['TRF FRM OBI ADA TO LUXE STRANDS LTD|hair', 'OBI ADA'],
  ['4381783120844// TRF FROM PALMPAY LIMITED Bola', ''],
  // GTBank
  [
    'TRANSFER BETWEEN CUSTOMERS 000013250602205638000199979981 hair hair OBI ADA to LUXE',
    'OBI ADA',
  ],
  ['TRANSFER BETWEEN CUSTOMERS 000013250602205638000199979981   OBI ADA to LUXE STR', 'OBI ADA'],
  [
    'TRANSFER BETWEEN CUSTOMERS via Internet Banking for Bola from OBI, ADA to LUXE STRANDS LTD',
    'OBI ADA',
  ],
  [
    'TRANSFER BETWEEN CUSTOMERS MBANKING - wig ANY Account Transfer from OBI,ADA to LUXE STRANDS',
    'OBI ADA',
  ],
  [
    'TRANSFER BETWEEN CUSTOMERS USSD GTBank Transfer from : 08028618180 from OBI ADA to LUXE',
    'OBI ADA',
  ],
  ['TRANSFER FROM OBI ADA-FCMB-LUXE STRANDS LTD', 'OBI ADA'],
  ['SENT FROM KUDA-KUDA-OBI ADA', 'OBI ADA'],
  ['CASH DEPOSIT OBI ADA', 'OBI ADA'],
  // Access
  ['086HYDR26187000e/NIP TFR FROM OBI ADA', 'OBI ADA'],
  ['099MJKL23170fwYJ/TRF//FRM OBI ADA TO LUXE STR', 'OBI ADA'],
  ['MOBILE TRF FROM ACCESS//OBI ADA', 'OBI ADA'],
  ['OBI, ADA NKEM/bone straight', 'OBI ADA NKEM'],
  // First Bank, FCMB, UBA
  ['FIP:MB:UBA/OBI ADA/FBNMOBILE:.', 'OBI ADA'],
  ['FIP:USSD:/OBI ADA', 'OBI ADA'],
  ['NIP FRM OBI ADA-wig for Bola', 'OBI ADA'],
  ['NIP FRM OBI ADA-ACDE-FGHJ', 'OBI ADA'],
  ['NIP FRM OBI ADA-', 'OBI ADA'],
  ['COP FRM OBI ADA', 'OBI ADA'],
  ['MOB/UTU/OBI ADA/wig', 'OBI ADA'],
  ['TNF-OBI ADA/wig', 'OBI ADA'],
  ['USSD_OBI ADA', 'OBI ADA'],
  // Sterling, Providus and other banks that write the remark first
  ['BANKNIP From 000014 000014251104 SENDER: OBI ADA REMARK: hair', 'OBI ADA'],
  ['BANKNIP From 000014 PAYREF: Bola wig - SENDER: OBI ADA', 'OBI ADA'],
  ['OneBank Transfer from OBI ADA to LUXE STRANDS LTD hair', 'OBI ADA'],
  [
    '000001260424112858828788701428-ONEBANK TRANSFER FROM OBI ADA TO LUXE -STERLING-OBIADA',
    'OBI ADA',
  ],
  ['FROM OPAY/ OBI ADA-hair/000021563477968887426628128167', 'OBI ADA'],
  ['hair payment/OBI ADA NKEM', 'OBI ADA NKEM'],
  ['bundles B/O OBI ADA', 'OBI ADA'],
  ['ACCT TRF TRF BO OBI ADA Ref:87760824', 'OBI ADA'],
  ['Mob Trf IFO LUXE STRANDS LTD BO OBI ADA Nb Ref:1234', 'OBI ADA'],
  ['NIBSS Trf Credit OBI ADA To LUXE STRANDS LTD| wig', 'OBI ADA'],
  // Narrations that name no payer
  ['TRF FROM LUXE STRANDS LTD TO LUXE STRANDS LTD', ''],
  ['NIP CR/GTB TRANSFER/APP', ''],
  ['', ''],
])('%s is from %s', (narration, payer) => {
  expect(payerOf(narration)).toBe(payer)
})

test('a payer named by the statement counts, not the narration', () => {
  expect(payerOf('Transfer from BOLA BALA', 'ADA OBI')).toBe('ADA OBI')
  expect(payerOf('NIP/GTB/OBI ADA/hair', '0123456789')).toBe('OBI ADA')
})

test('a name may be cut off if it is long, or if it ends a long narration', () => {
  const isCut = (narration: string) => payerPart({ narration, payer: '' }, shop).isCut
  expect(isCut('FIP:MB:GTB/CHIOMA OKAFOR ADAEZ')).toBe(true)
  expect(isCut('FIP:MB:GTB/OBI ADA/hair')).toBe(false)
  expect(isCut('NIP FRM OBI ADA')).toBe(false)
})
