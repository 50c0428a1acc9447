import type { PersonalData } from '@strand/platform/personal-data'
import { type RunningProjector, startProjector } from '@strand/platform/projection'
import type { ProcessorOptions } from '@strand/platform/runner'
import { activityProjection } from './activity.ts'
import { locationProjection } from './location.ts'
import { orderProjection } from './order.ts'
import { productProjection } from './product.ts'
import { salesProjection } from './sales.ts'
import { staffProjection } from './staff.ts'

/** Starts every projection of the product; each follows the log at its own pace. */
export const startProjections = ({
  personalData,
  ...options
}: ProcessorOptions & { personalData: PersonalData }): RunningProjector[] =>
  [
    productProjection,
    locationProjection,
    salesProjection,
    staffProjection(personalData),
    orderProjection(personalData),
    activityProjection,
  ].map((projection) => startProjector(projection, options))
