import {
  type OrderPersonal,
  personalFields,
  type shownPersonalFields,
  shownTexts,
  textOrLeft,
} from '@strand/contracts/order/personal'

type ShownFields = Record<keyof typeof shownPersonalFields, string>

/** The SQL of each field in the answers, over `detail`, a row of `order_detail`. */
export const personalColumns = {
  fullname: "trim(detail.first_name || ' ' || detail.last_name)",
  ...Object.fromEntries(
    shownTexts.map((name) => [personalFields[name].form, `detail.${personalFields[name].column}`]),
  ),
} as ShownFields

export const shownPersonal = (personal: OrderPersonal | null) =>
  ({
    fullname: `${textOrLeft(personal, 'firstName')} ${textOrLeft(personal, 'lastName')}`.trim(),
    ...Object.fromEntries(
      shownTexts.map((name) => [personalFields[name].form, textOrLeft(personal, name)]),
    ),
  }) as ShownFields
