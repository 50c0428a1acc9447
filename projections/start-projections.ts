import type { PersonalData } from '@strand/platform/crypto/personal-data'
import {
  type Projection,
  type RunningProjector,
  startProjector,
} from '@strand/platform/processors/projector'
import type { ProcessorOptions } from '@strand/platform/processors/runtime/processor'
import { bankProjection } from './bank/projection.ts'
import { locationProjection } from './catalogue/location.projection.ts'
import { productProjection } from './catalogue/product.projection.ts'
import { salesProjection } from './catalogue/sales.projection.ts'
import { orderProjection } from './order/projection.ts'
import { reportsProjection } from './reports/projection.ts'
import { activityProjection } from './users/activity.projection.ts'
import { staffProjection } from './users/staff.projection.ts'

/** Every projection of the product. */
export const allProjections = (personalData: PersonalData): Projection[] => [
  productProjection,
  locationProjection,
  salesProjection,
  staffProjection(personalData),
  orderProjection(personalData),
  activityProjection,
  bankProjection(personalData),
  reportsProjection,
]

/** Starts all of them; each follows the log at its own pace. */
export const startProjections = ({
  personalData,
  ...options
}: ProcessorOptions & { personalData: PersonalData }): RunningProjector[] =>
  allProjections(personalData).map((projection) => startProjector(projection, options))
