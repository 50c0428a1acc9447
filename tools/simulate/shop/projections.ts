import type { Projection } from '@strand/event-sourcing/processors/projector'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { staffProjection } from '@strand/projections/accounts/staff.projection'
import { bankProjection } from '@strand/projections/money/projection'
import { orderProjection } from '@strand/projections/order/projection'

export const projectionsOf = (personalData: PersonalData): Projection[] => [
  orderProjection(personalData),
  bankProjection(personalData),
  staffProjection(personalData),
]
