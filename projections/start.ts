import type { PersonalData } from '@strand/platform/personal-data'
import { type RunningProjection, startProjection } from '@strand/platform/projection'
import type { CatchUpOptions } from '@strand/platform/runner'
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
}: CatchUpOptions & { personalData: PersonalData }): RunningProjection[] =>
  [
    productProjection,
    locationProjection,
    salesProjection,
    staffProjection(personalData),
    orderProjection(personalData),
    activityProjection,
  ].map((projection) => startProjection(projection, options))
