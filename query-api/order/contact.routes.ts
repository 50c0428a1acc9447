import { customerContactEndpoints } from '@strand/contracts/order/customer-contact'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { OrderPersonal } from '@strand/contracts/order/personal'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { historyReader } from './histories.ts'

type Options = { eventStore: EventStore; personalData: PersonalData }

/** Reads the log, because no read model has the phone number's country. */
export const contactRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const historyOf = historyReader(options)
  app.route({
    ...endpointRoute(customerContactEndpoints.getCustomerContact),
    handler: async ({ params }) => {
      const orderId = normalizeOrderId(params.orderId)
      const [created] = orderId ? await historyOf(orderId) : []
      if (!created) throw new Rejected('not-found', 'There is no order with this id')
      const personal = created.opened ? OrderPersonal.parse(created.opened) : null
      return {
        result: {
          whatsapp: personal && internationalDigits(personal.countryCode, personal.phone),
          firstname: personal?.firstName ?? '',
        },
      }
    },
  })
}

/** `NG` and `08031234567` become `2348031234567`; null for an invalid number. */
export const internationalDigits = (country: string, phone: string): string | null => {
  const known = isSupportedCountry(country) ? country : undefined
  const number = parsePhoneNumberFromString(phone, known)
  return number?.isValid() ? number.number.slice(1) : null
}
