import type { Look } from './product-picture.ts'

type SampleProduct = { productname: string; price: number; group?: string; look?: Look }

const hair = (colour: Look['colour'], wave = 0): Look => ({ shape: 'hair', colour, wave })
const black: Look['colour'] = [58, 46, 44]
const brown: Look['colour'] = [122, 78, 52]
const wine: Look['colour'] = [122, 46, 70]
const gold: Look['colour'] = [190, 140, 62]

export const sampleProducts: SampleProduct[] = [
  {
    productname: 'Bone straight 18 inches, 200 g',
    price: 85_000,
    group: 'Bundles',
    look: hair(black),
  },
  {
    productname: 'Bone straight 24 inches, 300 g',
    price: 145_000,
    group: 'Bundles',
    look: hair(brown),
  },
  {
    productname: 'Body wave bundle 20 inches',
    price: 72_000,
    group: 'Bundles',
    look: hair(black, 0.08),
  },
  {
    productname: 'Deep curly bundle 16 inches',
    price: 58_500,
    group: 'Bundles',
    look: hair(brown, 0.2),
  },
  {
    productname: 'Kinky straight clip-ins, 7 pieces',
    price: 46_000,
    group: 'Bundles',
    look: hair(black, 0.03),
  },
  {
    productname: 'Lace frontal 13x4, transparent, medium brown knots',
    price: 65_000,
    group: 'Lace',
    look: { shape: 'lace', colour: brown },
  },
  {
    productname: 'Lace closure 5x5',
    price: 42_000,
    group: 'Lace',
    look: { shape: 'lace', colour: gold },
  },
  { productname: 'Pixie wig, ready to wear', price: 38_000, group: 'Wigs', look: hair(wine, 0.05) },
  { productname: 'Bob wig 12 inches, fringe', price: 52_000, group: 'Wigs', look: hair(gold) },
  { productname: 'Ponytail extension 26 inches', price: 29_500, group: 'Wigs', look: hair(wine) },
  { productname: 'Wig cap, pack of 2', price: 1_500, group: 'Wigs' },
  {
    productname: 'Edge control 120 ml',
    price: 3_500,
    group: 'Care',
    look: { shape: 'bottle', colour: wine },
  },
  {
    productname: 'Argan oil 100 ml',
    price: 5_200,
    group: 'Care',
    look: { shape: 'bottle', colour: gold },
  },
  {
    productname: 'Leave-in conditioner 250 ml',
    price: 6_800,
    group: 'Care',
    look: { shape: 'bottle', colour: brown },
  },
  {
    productname: 'Wide-tooth detangling comb',
    price: 1_200,
    look: { shape: 'comb', colour: brown },
  },
  { productname: 'Satin bonnet', price: 2_500, look: { shape: 'bonnet', colour: wine } },
]

const near = ['Lagos', 'Ogun', 'Oyo']
const states = [
  'Abia,Adamawa,Akwa Ibom,Anambra,Bauchi,Bayelsa,Benue,Borno,Cross River,Delta,Ebonyi,Edo,Ekiti',
  'Enugu,FCT Abuja,Gombe,Imo,Jigawa,Kaduna,Kano,Katsina,Kebbi,Kogi,Kwara,Lagos,Nasarawa,Niger,Ogun',
  'Ondo,Osun,Oyo,Plateau,Rivers,Sokoto,Taraba,Yobe,Zamfara',
].flatMap((line) => line.split(','))

export const sampleLocations = [
  ...states.map((location) => ({
    location,
    price: near.includes(location) ? 2_500 : 4_500,
    deliveryaddress: '',
  })),
  { location: 'international', price: 35_000, deliveryaddress: '' },
  {
    location: 'Pick-up, Lekki',
    price: 0,
    deliveryaddress: '14 Admiralty Way, Lekki Phase 1, Lagos',
  },
]

export const sampleCampaign = {
  name: 'Detty December',
  message: 'Detty December: every bundle comes with a free satin bonnet until the sale ends.',
}

/** Staff besides the owner. Their password may be printed, because this is a sample shop. */
export const samplePassword = 'Sample-desk-26'
export const sampleStaff = [
  { firstname: 'Tola', lastname: 'Adebayo', email: 'admin@strand.example', role: 'administrator' },
  { firstname: 'Musa', lastname: 'Garba', email: 'auditor@strand.example', role: 'auditor' },
] as const
