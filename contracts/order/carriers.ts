type Carrier = {
  name: string
  /** Other ways to write the name, in lower case. */
  aliases: readonly string[]
  /** What a waybill is appended to; null where a parcel cannot be followed by its number. */
  link: `https://${string}` | null
}

/** The carriers whose parcels customers can follow, and others that are usual. */
export const carriers: readonly Carrier[] = [
  {
    name: 'GIG Logistics',
    aliases: ['gig', 'gigl', 'gigm'],
    link: 'https://giglogistics.com/track?waybill=',
  },
  {
    name: 'DHL',
    aliases: ['dhl express', 'dhl nigeria'],
    link: 'https://www.dhl.com/ng-en/home/tracking.html?tracking-id=',
  },
  {
    name: 'Red Star (FedEx)',
    aliases: ['fedex', 'red star', 'redstar', 'red star express', 'redstar express'],
    link: 'https://www.fedex.com/fedextrack/?trknbr=',
  },
  {
    name: 'UPS',
    aliases: ['ups nigeria'],
    link: 'https://www.ups.com/track?tracknum=',
  },
  {
    name: 'Aramex',
    aliases: [],
    link: 'https://www.aramex.com/track/results?ShipmentNumber=',
  },
  { name: 'Kwik', aliases: ['kwik delivery'], link: null },
  { name: 'NIPOST', aliases: ['ems', 'nipost ems'], link: null },
]

const carrierNamed = (typed: string): Carrier | undefined => {
  const wanted = typed.toLowerCase()
  return carriers.find(({ name, aliases }) => [name.toLowerCase(), ...aliases].includes(wanted))
}

/** A carrier's name as the table writes it; any other name stays as it was typed. */
export const carrierName = (typed: string): string => carrierNamed(typed)?.name ?? typed

/** Where a parcel is followed; empty unless the carrier is in the table and has such a page. */
export const parcelLink = ({ carrier, waybill }: { carrier: string; waybill: string }): string => {
  const link = carrierNamed(carrier)?.link
  return link ? link + encodeURIComponent(waybill) : ''
}
