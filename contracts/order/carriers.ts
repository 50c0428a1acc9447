type Carrier = {
  name: string
  /** Other spellings of the name, in lower case. */
  aliases: readonly string[]
  /**
   * The waybill is appended to this address. Null if the carrier has no tracking page for a parcel.
   */
  link: `https://${string}` | null
}

/** Carriers with a page where customers can track a parcel, and other common carriers. */
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

/** The carrier's name as this table spells it; an unknown name stays as typed. */
export const carrierName = (typed: string): string => carrierNamed(typed)?.name ?? typed

/**
 * The page where a customer can track the parcel; empty if the carrier is unknown or has no such
 * page.
 */
export const parcelLink = ({ carrier, waybill }: { carrier: string; waybill: string }): string => {
  const link = carrierNamed(carrier)?.link
  return link ? link + encodeURIComponent(waybill) : ''
}
