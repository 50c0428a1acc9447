import {
  type Projection,
  type RunningProjector,
  startProjector,
} from '@strand/event-sourcing/processors/projector'
import type { ProcessorOptions } from '@strand/event-sourcing/processors/runtime/processor'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { activityProjection } from './accounts/activity.projection.ts'
import { staffProjection } from './accounts/staff.projection.ts'
import { locationProjection } from './catalogue/location.projection.ts'
import { productProjection } from './catalogue/product.projection.ts'
import { salesProjection } from './catalogue/sales.projection.ts'
import { bankProjection } from './money/projection.ts'
import { orderProjection } from './order/projection.ts'
import { reportsProjection } from './reports/projection.ts'

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

/** Starts every projection. Each follows the log at its own pace. */
export const startProjections = ({
  personalData,
  ...options
}: ProcessorOptions & { personalData: PersonalData }): RunningProjector[] =>
  allProjections(personalData).map((projection) => startProjector(projection, options))
