import {
  type OrderPersonal,
  personalFields,
  type shownPersonalFields,
  shownTexts,
  textOrLeft,
} from '@strand/contracts/order/personal'

type ShownFields = Record<keyof typeof shownPersonalFields, string>

/** By the name in the answers: where `detail`, an `order_detail`, has the text. */
export const personalColumns = {
  fullname: "trim(detail.first_name || ' ' || detail.last_name)",
  ...Object.fromEntries(
    shownTexts.map((name) => [personalFields[name].form, `detail.${personalFields[name].column}`]),
  ),
} as ShownFields

/** The same from the event itself. */
export const shownPersonal = (personal: OrderPersonal | null) =>
  ({
    fullname: `${textOrLeft(personal, 'firstName')} ${textOrLeft(personal, 'lastName')}`.trim(),
    ...Object.fromEntries(
      shownTexts.map((name) => [personalFields[name].form, textOrLeft(personal, name)]),
    ),
  }) as ShownFields
