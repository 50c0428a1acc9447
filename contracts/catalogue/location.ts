import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { Naira } from '../naira.ts'
import { givenText, optionalText, thingName } from '../text.ts'

/** For a location with this name, the order form asks for a country and a postal code. */
export const internationalLocation = 'international'
export const isInternational = (locationname: string) =>
  locationname.trim().toLowerCase() === internationalLocation

/** A location in `GET /api/delivery-location`. */
export const LocationChoice = z.object({
  locationid: z.uuid(),
  locationname: givenText,
  /** The price of the delivery, in whole naira. */
  price: z.int(),
})
export type LocationChoice = z.infer<typeof LocationChoice>

/**
 * `GET /api/delivery-location/{locationid}`. If `deliveryaddress` is set, customers pick up their
 * orders at that address.
 */
export const LocationPrice = z.object({
  locationname: givenText,
  deliveryaddress: givenText,
  price: z.int(),
})
export type LocationPrice = z.infer<typeof LocationPrice>

/** A row of the staff list. */
export const Location = LocationChoice.extend({
  deliveryaddress: givenText,
  createdby: givenText,
  createdat: z.iso.datetime(),
})

export const CreateLocation = z.object({
  location: thingName('Please enter location name!'),
  price: Naira,
  deliveryaddress: optionalText(500),
})

export const UpdateLocation = CreateLocation.extend({ locationid: z.uuid() })

export const LocationAnswer = CommandAnswer.extend({
  locationid: z.uuid(),
  location: givenText,
  deliveryaddress: givenText,
})
