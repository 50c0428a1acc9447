import { Skeleton } from './loading.tsx'
import { Outline } from './outline.tsx'
import '../list/list-view.css'

/**
 * The shape of a staff screen while its code is loading: a title, and blocks for what is below it.
 */
export const ScreenOutline = () => (
  <>
    <div className="page-head">
      <Skeleton width="9rem" />
    </div>
    <Outline what="screen" />
  </>
)
